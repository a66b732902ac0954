/// Work that another thread did, as the app named it.
package struct RecordedWork: Hashable, Sendable {
  /// The slot of the name.
  package let name: Int
  /// The thread: 1, 2, … in the order in which threads of the process did such work first.
  package let thread: Int
  /// The begin and the end, in nanoseconds of the recorder's clock.
  package let begin: UInt64
  package let end: UInt64

  /// Reads records, two of each work.
  static func all(of records: [RingRecord]) -> [RecordedWork] {
    stride(from: 0, to: records.count - 1, by: 2).compactMap { index in
      let (began, ended) = (records[index], records[index + 1])
      guard began.kind == .work, ended.kind == .work else { return nil }
      return RecordedWork(
        name: Int(began.name), thread: Int(ended.name), begin: began.instant,
        end: max(began.instant, ended.instant))
    }
  }
}
