package import LabResults

/// The page in which the lab itself runs: a script on the left, what comes of it on the right, and
/// a handle on every value.
///
/// It begins with pictures and words of runs that were made before, so that it answers at once,
/// while the lab is being unpacked, and where a browser cannot run the lab.
package struct PlayPage {
  /// A script that can be opened.
  package struct Example {
    let group, name, title, script: String
    let lesson: Lesson?

    package init(group: String, name: String, title: String, script: String, lesson: Lesson? = nil)
    {
      (self.group, self.name, self.title) = (group, name, title)
      (self.script, self.lesson) = (script, lesson)
    }
  }

  /// The page as text.
  package let text: String

  /// Writes the page.
  ///
  /// - Parameters:
  ///   - result: The runs of the first example.
  ///   - told: What the lab answers to a run of the first example, as JSON.
  ///   - why: What it answers to why, as JSON.
  ///   - examples: What can be opened, the first one first; those of a group stand together.
  ///   - module: The lab as a module of WebAssembly, packed by xz as LZMA or by gzip.
  ///   - unpacker: The module that unpacks LZMA.
  /// - Throws: What the page of a result throws.
  package init(
    _ result: ExperimentResult, told: [UInt8], why: [UInt8], examples: [Example],
    module: [UInt8], unpacker: [UInt8]
  ) throws {
    guard let stage = try PageContent(result, triesChanges: false).stage else {
      preconditionFailure("the first example draws nothing; give one with a driver that draws")
    }
    let pictures = PagePictures(stage: stage)
    var html = HTML()
    Self.head(examples, &html)
    html.element("main") { main in
      main.element("div", ["id": "left"]) { left in
        left.element("div", ["id": "causes"]) { Self.causes(&$0) }
        left.element("div", ["id": "text"]) { Self.script(&$0) }
      }
      main.element("div", ["id": "result"]) { result in
        result.element("p", "", ["id": "shown", "class": "say", "hidden": "hidden"])
        result.element("p", "", ["id": "said"])
        result.element("p", "", ["id": "judged", "class": "say"])
        result.element("div", ["id": "runs"]) { pictures.write(&$0) }
        result.element("div", "", ["id": "proofs"])
        result.element("div", "", ["id": "answer"])
        result.element("div", "", ["id": "why"])
      }
    }
    pictures.end(&html)
    let json = "<script type=\"application/json\" id=\""
    let plain = "<script type=\"text/plain\" id=\""
    // The page answers before the lab is read, which is most of its bytes.
    html.markup(
      "\(json)examples\">\(Self.json(of: examples))</script>\n"
        + "\(json)told\">\(HTML.inert(String(decoding: told, as: UTF8.self)))</script>\n"
        + "\(json)whytold\">\(HTML.inert(String(decoding: why, as: UTF8.self)))</script>\n"
        + "<script>\(PageAssets.play)</script>\n"
        + "\(plain)worker\">\(PageAssets.worker)</script>\n"
        + "\(plain)unpacker\">\(SevenBits.text(of: unpacker))</script>\n"
        + "\(plain)module\">\(SevenBits.text(of: module))</script>\n")
    text = PageFrame.text(
      title: "RunLoopLab playground", body: html.text, script: .play)
    try result.table.check()
  }

  private static func head(_ examples: [Example], _ html: inout HTML) {
    html.element("header") { header in
      header.element("h1", "Why does a timer stutter where a display link does not?")
      header.element(
        "p",
        "Move a slider and see what the screen does: every change runs the lab again, in this page.",
        ["class": "q"])
      header.element("div", ["class": "bar js", "hidden": "hidden"]) { bar in
        bar.element("label", "Experiment", ["for": "example"])
        bar.element("select", ["id": "example"]) { select in
          var groups: [String] = []
          for example in examples where !groups.contains(example.group) {
            groups.append(example.group)
          }
          for group in groups {
            select.element("optgroup", ["label": group]) { list in
              for example in examples where example.group == group {
                list.element("option", example.title, ["value": example.name])
              }
            }
          }
          select.element("option", "own script", ["value": "", "hidden": "hidden"])
        }
        bar.element("button", "Lessons", ["id": "tour", "class": "main"])
        bar.element("span", "", ["id": "status", "class": "say", "role": "status"])
        bar.element("button", "Stop", ["id": "stop", "hidden": "hidden"])
      }
      header.element(
        "p",
        "This page runs the lab with JavaScript, which is off: the pictures are those of one run.",
        ["class": "cap nojs"])
    }
  }

  private static func causes(_ html: inout HTML) {
    html.element("section", ["id": "lesson", "class": "card", "hidden": "hidden"]) { lesson in
      lesson.element("h2", "")
      lesson.element("ol", "", ["type": "a", "class": "guess"])
      lesson.element("p", "", ["id": "reason", "aria-live": "polite"])
      lesson.element("button", "", ["id": "try", "hidden": "hidden"])
      lesson.element("button", "Next lesson", ["id": "onward", "hidden": "hidden"])
    }
    html.element("div", "", ["id": "turn", "role": "group", "aria-label": "Values of the script"])
    html.element("div", "", ["id": "hint", "class": "js", "hidden": "hidden"])
  }

  private static func script(_ html: inout HTML) {
    html.element("ul", "", ["id": "mistakes", "aria-live": "polite"])
    html.element("div", ["id": "editor"]) { editor in
      editor.element("pre", "", ["id": "ink", "aria-hidden": "true"])
      editor.element(
        "textarea", "",
        [
          "id": "script", "spellcheck": "false", "autocomplete": "off", "autocapitalize": "off",
          "aria-label": "Script. Alt with up and down turns the value at the caret.",
          "aria-describedby": "mistakes",
        ])
    }
    html.element("div", ["class": "bar js", "hidden": "hidden"]) { bar in
      bar.element("button", "As it was", ["id": "again"])
      bar.element("button", "Copy link", ["id": "share"])
      bar.element("button", "Script", ["id": "lab", "title": "Download the script"])
      bar.element("button", "CSV", ["id": "csv", "title": "Download the table of all runs"])
    }
    html.element("p", ["class": "cap js", "hidden": "hidden"]) { words in
      words.words("In a terminal: ")
      words.element("code", "", ["id": "same"])
    }
  }

  /// The examples as the script of the page takes them.
  private static func json(of examples: [Example]) -> String {
    let list = examples.map { example -> String in
      var members = [
        ("name", JSONText.quoted(example.name)), ("script", JSONText.quoted(example.script)),
      ]
      if let lesson = example.lesson {
        let told = [
          ("question", JSONText.quoted(lesson.question)),
          ("guesses", JSONText.array(ofTexts: lesson.guesses)), ("right", "\(lesson.answer)"),
          ("reason", JSONText.quoted(lesson.reason)),
          ("change", JSONText.quoted(lesson.change.text)),
          ("set", JSONText.quoted(lesson.change.set)),
        ]
        members.append(("lesson", JSONText.object(told)))
      }
      return JSONText.object(members)
    }
    return HTML.inert("[\(list.joined(separator: ",\n"))]")
  }
}

/// Bytes as text in a page, from which its script takes them: seven bits a character, which needs
/// an eighth less room than base64.
///
/// Of the characters below 128 those stay away that a browser reads as others, or that end the text
/// there or in a script, where it stands in backticks; what is 128 above has the same seven bits.
enum SevenBits {
  private static let strangers: Set<UInt8> = Set("\0\r<$\\`".utf8)

  /// Returns bytes as text.
  static func text(of bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var (bits, count) = (UInt32(0), 0)
    func add(_ sign: UInt8) {
      text.append(Unicode.Scalar(strangers.contains(sign) ? sign + 128 : sign))
    }
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 7 {
        count -= 7
        add(UInt8(bits >> count & 127))
      }
    }
    if count > 0 { add(UInt8(bits << (7 - count) & 127)) }
    return String(text)
  }
}
