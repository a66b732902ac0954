/// What a page calls. Bytes go in at a place that ``take`` gave, and a reply lies at a place that
/// every call returns, until the next call.

nonisolated(unsafe) private var play = Play()
nonisolated(unsafe) private var reply: UnsafeMutablePointer<UInt8>?
nonisolated(unsafe) private var replyCount: Int32 = 0

private func text(_ place: UnsafePointer<UInt8>, _ count: Int32) -> [UInt8] {
  unsafe Array(UnsafeBufferPointer(start: place, count: Int(count)))
}

private func name(_ place: UnsafePointer<UInt8>, _ count: Int32) -> String {
  unsafe String(decoding: text(place, count), as: UTF8.self)
}

private func answer(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8>? {
  if let old = unsafe reply { unsafe old.deallocate() }
  let room = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
  for place in bytes.indices { unsafe room[place] = bytes[place] }
  unsafe (reply, replyCount) = (room, Int32(bytes.count))
  return unsafe reply
}

/// How many bytes the last reply has.
@_expose(wasm, "reply_count") @_cdecl("reply_count")
package func replySize() -> Int32 { unsafe replyCount }

/// Returns room for so many bytes.
@_expose(wasm, "take") @_cdecl("take")
package func take(_ count: Int32) -> UnsafeMutablePointer<UInt8> {
  .allocate(capacity: max(1, Int(count)))
}

/// Gives room back.
@_expose(wasm, "give") @_cdecl("give")
package func give(_ place: UnsafeMutablePointer<UInt8>) { unsafe place.deallocate() }

/// Makes a file known by its path, or another content of it.
@_expose(wasm, "put_file") @_cdecl("put_file")
package func putFile(
  _ path: UnsafePointer<UInt8>, _ pathCount: Int32, _ bytes: UnsafePointer<UInt8>, _ count: Int32
) {
  unsafe play.put(text(bytes, count), at: name(path, pathCount))
}

/// Performs a script, and replies `runs.csv`.
@_expose(wasm, "csv") @_cdecl("csv")
package func csv(
  _ path: UnsafePointer<UInt8>, _ count: Int32, _ isWhole: Int32
) -> UnsafeMutablePointer<UInt8>? {
  unsafe answer(play.csv(of: name(path, count), isWhole: isWhole != 0))
}

/// Performs a script, and replies what came of it.
@_expose(wasm, "run") @_cdecl("run")
package func run(
  _ path: UnsafePointer<UInt8>, _ count: Int32, _ draws: Int32
) -> UnsafeMutablePointer<UInt8>? {
  unsafe answer(play.run(name(path, count), draws: draws != 0, triesChanges: false))
}

/// Performs a script at the sweep point of a run, and replies what is drawn.
@_expose(wasm, "look") @_cdecl("look")
package func look(
  _ path: UnsafePointer<UInt8>, _ count: Int32, _ run: Int32
) -> UnsafeMutablePointer<UInt8>? {
  unsafe answer(play.look(name(path, count), at: Int(run)))
}

/// Performs a script at the sweep point of a run, and replies what every driver drops.
@_expose(wasm, "outcome") @_cdecl("outcome")
package func outcome(
  _ path: UnsafePointer<UInt8>, _ count: Int32, _ run: Int32, _ changed: Int32
) -> UnsafeMutablePointer<UInt8>? {
  unsafe answer(play.outcome(name(path, count), at: Int(run), changed: changed != 0))
}

/// Replies what happened in a run, why, and what helps; of the worst run if its number is negative.
@_expose(wasm, "why") @_cdecl("why")
package func why(
  _ path: UnsafePointer<UInt8>, _ count: Int32, _ run: Int32
) -> UnsafeMutablePointer<UInt8>? {
  unsafe answer(play.why(name(path, count), run: run < 0 ? nil : Int(run)))
}
