/// What the words and signs of pictures mean.
package enum PictureWords {
  /// All words, kind of picture by kind, in the order of the picture.
  package static let chapters: [(name: String, words: [(word: String, meaning: String)])] = [
    ("Replay", Replay.words), ("Scene", SceneFrames.words), ("Lanes", Lanes.words),
    ("Plot", SweepPlot.words), ("Heat map", HeatMap.words), ("Phase map", PhaseBars.words),
    ("Strip", IntervalStrip.words),
  ]
}
