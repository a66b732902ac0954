/// The script and the style of pages: the files in the folder `Browser`, which the package embeds,
/// without comments and indentation.
enum PageAssets {
  /// The script of the page of a result: a file uses what stands in those before it.
  static let script = text(of: [
    PackageResources.words_js, PackageResources.run_js, PackageResources.view_js,
    PackageResources.state_js, PackageResources.shapes_js, PackageResources.replay_js,
    PackageResources.scene_js, PackageResources.overview_js, PackageResources.lanes_js,
    PackageResources.moment_js, PackageResources.marking_js, PackageResources.player_js,
    PackageResources.ribbon_js, PackageResources.lessons_js, PackageResources.saving_js,
    PackageResources.controls_js,
  ])

  /// The script of the page in which the lab runs: that of the page of a result, and more.
  static let play =
    text(of: [PackageResources.wait_js]) + "\n" + script + "\n"
    + text(of: [
      PackageResources.lab_js, PackageResources.handles_js, PackageResources.editor_js,
      PackageResources.borders_js, PackageResources.play_js,
    ])

  /// What that page runs as soon as the packed lab is read.
  static let start = text(of: [PackageResources.start_js])

  /// What the worker of that page runs.
  static let worker = text(of: [PackageResources.worker_js])

  /// The script of a page that leads to others.
  static let index = text(of: [PackageResources.index_js])

  static let style = text(of: [
    PackageResources.page_css, PackageResources.tables_css, PackageResources.controls_css,
    PackageResources.media_css,
  ])

  /// What the page in which the lab runs has besides.
  static let playStyle = text(of: [PackageResources.play_css])

  /// Returns the lines of some files but those that are empty or comments, without indentation.
  private static func text(of files: [[UInt8]]) -> String {
    let (newline, space) = (UInt8(ascii: "\n"), UInt8(ascii: " "))
    var text: [UInt8] = []
    for line in files.joined(separator: [newline]).split(separator: newline) {
      let code = line.drop { $0 == space }
      let isComment = code.starts(with: "//".utf8) || code.starts(with: "/*".utf8)
      if code.isEmpty || isComment { continue }
      if !text.isEmpty { text.append(newline) }
      text += code
    }
    return String(decoding: text, as: UTF8.self)
  }
}
