#ifndef TEXTS_H
#define TEXTS_H

/// A file that is part of the program, as text that ends with a zero; NULL if there is none of this name.
///
/// Swift has no literal for a file: of a list of its bytes it makes code for a minute.
const char *_Nullable lab_text(const char *_Nonnull name);

#endif
