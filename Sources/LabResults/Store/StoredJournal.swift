/// The journal of parts that were published by themselves, such as a shard.
package struct StoredJournal {
  /// The journal, to be read.
  package let journal: Journal

  /// Opens the journal in a folder; `nil` unless it is there as it was written, and of a request.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - request: What says what the parts are of.
  /// - Throws: ``WriteError`` if it cannot be read.
  package init?(in folder: String, of request: [UInt8]) throws(WriteError) {
    guard let published = try? PublishedResult(at: folder), published.isComplete,
      published.manifest.requestHash == hexadecimal(ContentHash.of(request))
    else { return nil }
    journal = Journal(try DiskFile(reading: folder + "/" + Journal.name))
  }
}
