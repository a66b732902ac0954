/// Why a change could not be tried.
package enum WhatIfError: Error, Hashable, CustomStringConvertible {
  /// What the user asked for makes no sense.
  case cannotBegin(String)
  /// An identity that holds for every change is broken, for which the lab is to blame.
  case broken(String)

  /// What is wrong, and what to do about it.
  package var description: String {
    switch self {
    case .cannotBegin(let problem): "\(problem)."
    case .broken(let problem):
      "\(problem). The lab is at fault, not the script; please report it."
    }
  }
}
