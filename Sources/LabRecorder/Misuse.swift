/// Ends the process with a sentence where a caller breaks a rule, in release builds too.
@inline(never)
func misuse(_ sentence: @autoclosure () -> String) -> Never { fatalError(sentence()) }
