import LabImport
import LabSeries

extension ListStudy {
  /// Whether a file is a list: no script, no recording and no trace of a known format, and one of
  /// its first lines holds a number or a time.
  package static func isList(_ path: String) -> Bool {
    guard !path.hasSuffix(".lab"), !path.contains("://"), let head = FileBytes.head(of: path),
      !TrialInput.isRecording(head), !head.starts(with: [0x1f, 0x8b]),
      isBracketed(head) || isUnknown(head)
    else { return false }
    return SeriesReading.looksLikeList(String(decoding: head, as: UTF8.self))
  }

  /// Whether the first bytes are those of no known format; what is known and cannot serve is said
  /// by who reads a trace.
  private static func isUnknown(_ head: [UInt8]) -> Bool {
    do throws(ImportFailure) {
      _ = try TraceFormat.recognize(head)
      return false
    } catch {
      return error != TraceFormat.withoutTimes
    }
  }

  /// Whether a text in brackets is no array of objects, such as `[16.7, 16.6]` or `[Log] 16.7`.
  private static func isBracketed(_ head: [UInt8]) -> Bool {
    let body = head.drop { $0 <= 0x20 }
    guard body.first == UInt8(ascii: "[") else { return false }
    let next = body.dropFirst().first { $0 > 0x20 }
    return next.map { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "]") } ?? false
  }
}
