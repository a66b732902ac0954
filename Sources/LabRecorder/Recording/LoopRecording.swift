public import Foundation

/// What a recorder's ring held: of a process that goes on, or of one that was killed.
///
///     try LoopRecording(ringFile: ring).write(to: trace)
public struct LoopRecording: Sendable {
  /// The events, from the oldest that the ring still held.
  package let events: [RecordedEvent]
  /// The names by slot.
  package let names: [Name]
  /// The modes by slot.
  package let modes: [String]
  /// When the recorder started, in nanoseconds of its clock.
  package let begin: UInt64
  /// When the recorder started, by the wall clock.
  public let startDate: Date
  /// The refreshes a second that the trace is to show; `nil` if there are none.
  package let refreshRate: Double?
  /// How many records the ring had no room for any more.
  public let lostCount: Int

  /// What other threads did, as far as the app says so.
  package let work: [RecordedWork]
  /// How many works of other threads the ring had no room for any more.
  package let lostWorkCount: Int
  /// What the machine gave to the recorded thread; `nil` if that is not known.
  package var machine: RecordedMachine?

  /// A name, and the interval of a timer that has it.
  package struct Name: Hashable, Sendable {
    package let text: String
    /// Nanoseconds; 0 for what is no timer.
    package let interval: UInt64
  }

  /// Reads the file of a recorder, also of one that runs or was killed.
  ///
  /// - Throws: ``RecorderError`` if the file cannot be read, is not a ring, or is damaged; the
  ///   first record is named that no recorder writes.
  public init(ringFile file: URL) throws(RecorderError) {
    let image = try RingReader.image(of: file.path)
    if let fault = RingCheck(image).fault { throw .damaged(file.path, fault: fault) }
    self.init(of: image)
  }

  /// Takes what a ring held, whatever it is.
  init(of image: RingImage) {
    let words = image.words
    begin = words[RingLayout.beginOffset]
    startDate = Date(timeIntervalSince1970: Double(words[RingLayout.wallOffset]) / 1e6)
    let rate = Double(bitPattern: words[RingLayout.refreshOffset])
    refreshRate = (1...1_000).contains(rate) ? rate : nil
    lostCount = image.lostCount
    lostWorkCount = image.lostWorkCount
    events = RecordedEvent.events(of: image.records)
    work = RecordedWork.all(of: image.work)
    machine = RecordedMachine(words)
    names = (0..<RingLayout.nameCount).map { words.name(RingLayout.namesOffset, $0) }
    modes = (0..<RingLayout.modeCount).map { words.name(RingLayout.modesOffset, $0).text }
  }

  /// Writes the recording as a trace in Chrome's JSON; an existing file is replaced when the new
  /// one is whole, and a link, a folder, a device or a pipe never.
  ///
  /// - Throws: ``RecorderError`` if the file cannot be written.
  public func write(to file: URL) throws(RecorderError) {
    guard file.isFileURL else {
      throw .file(file.absoluteString, reason: "it is no file: give the URL of a file")
    }
    let new = try NewFile(for: file.path)
    try new.write(ChromeTrace(self).text)
    _ = try new.move(replacing: true)
  }
}
