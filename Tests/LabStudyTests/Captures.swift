import LabStudy
import LabText

/// Reads a capture of any tool.
func capture(_ text: String) throws -> FrameCapture {
  try FrameCapture(path: "capture", bytes: Array(text.utf8))
}

/// The first line of what is wrong with a capture; empty if nothing is.
func message(_ text: String) -> String {
  do throws(InputError) {
    _ = try FrameCapture(path: "capture", bytes: Array(text.utf8))
    return ""
  } catch {
    return String("\(error)".prefix { $0 != "\n" })
  }
}
