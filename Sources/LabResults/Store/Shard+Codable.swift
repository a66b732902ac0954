package import LabExperiment

extension Shard: Codable {
  private enum CodingKeys: CodingKey { case number, count }

  /// Reads the number and the count; throws unless the part is one of so many.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let number = try values.decode(Int.self, forKey: .number)
    let count = try values.decode(Int.self, forKey: .count)
    guard 1 <= number, number <= count else {
      throw DecodingError.dataCorruptedError(
        forKey: .number, in: values, debugDescription: "there is no such part")
    }
    self.init(number: number, of: count)
  }

  /// Writes the number and the count.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(number, forKey: .number)
    try values.encode(count, forKey: .count)
  }
}
