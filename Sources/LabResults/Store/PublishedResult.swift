import Foundation

/// A folder that the lab wrote, as its manifest describes it.
struct PublishedResult {
  private let path: String
  private let content: Content

  /// The parts of a manifest by which a folder is known.
  private struct Content: Decodable {
    let schemaVersion: Int
    let experiment: String
    let requestHash: String
    let request: RunRequest?
    let shard: String?
    let files: [FileSeal]
  }

  /// The file that every result has, and by which it is known for one.
  static let manifestName = "manifest.json"
  /// What file managers leave behind, which is no result.
  private static let ignored: Set<String> = [".DS_Store"]

  /// Reads the manifest of a folder; `nil` if there is nothing at the path, or an empty folder.
  ///
  /// - Throws: ``ResultFolder/Failure/occupied(path:by:)`` if something else is there.
  init?(at path: String) throws(ResultFolder.Failure) {
    self.path = path
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: break
    case S_IFLNK: throw .occupied(path: path, by: .link)
    default: throw .occupied(path: path, by: .file)
    }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw .refused(path: path, reason: error.systemReason)
    }
    if Self.ignored.isSuperset(of: names) { return nil }
    guard names.contains(Self.manifestName) else { throw .occupied(path: path, by: .noManifest) }
    guard let content = Self.content(of: path) else {
      throw .occupied(path: path, by: .changed(Self.manifestName))
    }
    self.content = content
  }

  /// The hash of the request of which this is the result.
  var requestHash: String { content.requestHash }

  /// What it is the result of; `nil` for a part of a plan, or if the manifest does not say it whole.
  var request: RunRequest? { content.request.flatMap { $0.hash == requestHash ? $0 : nil } }

  /// The version of the columns of its files.
  var schemaVersion: Int { content.schemaVersion }

  /// The files of the result.
  var files: [FileSeal] { content.files }

  /// Whether every file of the manifest is there and as it was written.
  var isComplete: Bool { changedFile == nil }

  /// The first file of the manifest that is missing or not as it was written.
  var changedFile: String? {
    content.files.first { (try? FileSeal($0.name, in: path)) != $0 }?.name
  }

  /// Throws unless all that is in the folder is as the lab wrote it, so that it can be made again.
  func checkUnchanged() throws(ResultFolder.Failure) {
    let known = Dictionary(content.files.map { ($0.name, $0) }) { first, _ in first }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names.sorted() where name != Self.manifestName && !Self.ignored.contains(name) {
      guard let seal = known[name] else { throw .occupied(path: path, by: .foreign(name)) }
      var status = stat()
      guard unsafe lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG
      else { throw .occupied(path: path, by: .foreign(name)) }
      guard status.st_size == seal.bytes, try FileSeal(name, in: path) == seal else {
        throw .occupied(path: path, by: .changed(name))
      }
    }
  }

  private static let hashKey = ",\n  \"manifest_hash\" : \""

  /// Returns a manifest with its own hash as the last entry.
  static func sealed(_ json: some Sequence<UInt8>) -> [UInt8] {
    let bytes = opened(json)
    var hash = ContentHash()
    hash.update(bytes[...])
    return bytes + end(hash)
  }

  /// Returns a JSON object without the brace at its end.
  static func opened(_ json: some Sequence<UInt8>) -> [UInt8] {
    var bytes = Array(json)
    while bytes.last != UInt8(ascii: "}"), !bytes.isEmpty { bytes.removeLast() }
    bytes = bytes.dropLast()
    while let last = bytes.last, last == 10 || last == 32 { bytes.removeLast() }
    return bytes
  }

  /// Returns the end of a manifest, given the hash of all that is before it.
  static func end(_ hash: ContentHash) -> [UInt8] {
    Array("\(hashKey)\(hexadecimal(hash.value))\"\n}\n".utf8)
  }

  /// Reads a manifest; `nil` unless it is as it was written.
  private static func content(of folder: String) -> Content? {
    guard let file = try? DiskFile(reading: folder + "/" + manifestName), file.count < 1 << 28,
      let bytes = try? file.reading.read(at: 0, count: file.count)
    else { return nil }
    let tail = hashKey.utf8.count + 16 + "\"\n}\n".utf8.count
    guard bytes.count > tail else { return nil }
    let body = bytes.dropLast(tail)
    let expected = "\(hashKey)\(hexadecimal(ContentHash.of(body)))\"\n}\n"
    guard bytes.suffix(tail).elementsEqual(expected.utf8) else { return nil }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try? decoder.decode(Content.self, from: Data(bytes))
  }
}
