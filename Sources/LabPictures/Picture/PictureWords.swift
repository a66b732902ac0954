/// What the words and signs of pictures mean, for the glossary of a page.
public enum PictureWords {
  /// A kind of picture with its words and their meanings.
  public struct Chapter: Sendable {
    /// The kind of picture.
    public let name: String
    /// The words in the order of the picture.
    public let words: [(word: String, meaning: String)]
  }

  /// All words, kind by kind.
  public static let chapters = [
    Chapter(name: "Replay", words: Replay.words),
    Chapter(name: "Scene", words: SceneFrames.words),
    Chapter(name: "Lanes", words: Lanes.words),
    Chapter(name: "Plot", words: SweepPlot.words),
    Chapter(name: "Heat map", words: HeatMap.words),
  ]
}
