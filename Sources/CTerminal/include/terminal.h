// What the system knows of the terminal behind a descriptor.

#ifndef LAB_TERMINAL_H
#define LAB_TERMINAL_H

/// Returns the number of columns of a terminal; 0 if the descriptor is none or nothing is known.
int terminal_columns(int descriptor);

#endif
