import LabMetrics
import TestSupport
import Testing

private let script = """
  display 60 Hz
  run 1 s
  load network at 504 ms takes 30 ms as main-queue
  arm timer
    timer ball every 1/60 s phase 0.5 in default takes 2 ms
  arm link
    link ball in default takes 2 ms
  """

@Suite struct `The show command` {
  @Test func `draws a stretch of every arm`() throws {
    let tool = try Tool(files: ["a.lab": script])
    let result = try tool.run("show", "a.lab", "--from", "484 ms", "--for", "0.06 s")
    #expect(result.status == 0)
    #expect(
      result.output == """
        # Timer or link: x a callback begins, = it runs, - it is late, o it was due, its
        # call was left out.
        # Work: # it runs.
        # shows: the number of a new frame, = the frame before again, with a cause
        # behind it if a frame was dropped.

        # run 0, timer
        vsync:   29       30       31       32
           ms:   483.333  500      516.667  533.333
        network  |........|.#######|########|#.......|
        ball     |...x=...|...-----|---o----|x=.x=...|
          shows: |27      |28      |29      |=tasks  |

        # run 1, link
        vsync:   29       30       31       32
           ms:   483.333  500      516.667  533.333
        network  |........|.#######|########|#.......|
        ball     |x.......|x.......|--------|x=......|
          shows: |27      |28      |29      |30      |

        """)
  }

  @Test func `finds the worst moment of the runs that differ most`() throws {
    let tool = try Tool(files: ["a.lab": script])
    let result = try tool.run("show", "a.lab")
    let lines = result.output.split(separator: "\n").map(String.init)
    let chosen = try #require(
      lines.firstIndex(
        of: "# chosen: timer and link differ in hitch_ratio, 35.09 ms/s against 17.54 ms/s"))
    #expect(lines[chosen + 1] == "# run 0, timer")
    #expect(lines.contains("# run 1, link"))
    #expect(result.output.contains("|=tasks  |"))
    let worst = try tool.run("show", "a.lab", "--worst", "lateness_max", "--for", "50 ms")
    #expect(worst.output.contains("# chosen: the greatest lateness_max, "))
    let around = try tool.run("show", "a.lab", "--around", "511 ms", "--arm", "timer")
    #expect(around.output.contains("#######"))
    #expect(!around.output.contains("# run 1, link"))
  }

  @Test func `draws what can be read back`() throws {
    let tool = try Tool(files: ["a.lab": script])
    let result = try tool.run(
      "show", "a.lab", "--arm", "link", "--from", "0 s", "--for", "300 ms")
    #expect(try Timeline(parsing: result.output).refreshes == 0..<18)
  }
}
