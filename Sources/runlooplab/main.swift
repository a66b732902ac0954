import Foundation
import LabResults
import LabText

StandardStreams.open()
// A reader that closes the pipe early, such as `head`, must not cost the results on the disk.
signal(SIGPIPE, SIG_IGN)
let status = Command.perform(Array(CommandLine.arguments.dropFirst()))
exit(Terminal.finalStatus(status).rawValue)
