import Foundation
import LabText

StandardStreams.open()
// A reader that closes the pipe early, such as `head`, must not cost the results on the disk.
signal(SIGPIPE, SIG_IGN)
// A file that grows beyond the limit of the shell is answered with an error, which has a sentence.
signal(SIGXFSZ, SIG_IGN)
let status = Command.perform(Array(CommandLine.arguments.dropFirst()))
exit(Terminal.finalStatus(status).rawValue)
