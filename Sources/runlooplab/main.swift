import Foundation

exit(Command.perform(Array(CommandLine.arguments.dropFirst())).rawValue)
