import Foundation

// A reader that closes the pipe early, such as `head`, must not cost the results on the disk.
signal(SIGPIPE, SIG_IGN)
exit(Command.perform(Array(CommandLine.arguments.dropFirst())).rawValue)
