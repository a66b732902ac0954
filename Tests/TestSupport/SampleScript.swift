/// Scripts that the tests of a study share with those of its command.
package enum SampleScript {
  /// Two tasks that disturb a timer and a link; its expectation fails.
  package static let page = """
    display 60 Hz
    run 1 s
    load page at 100 ms, 300 ms takes 30 ms, 60 ms as main-queue
    arm timer
      timer ball every 1/60 s in default takes 0.5 ms
    arm link
      link ball in default takes 0.5 ms
    expect link.ball.dropped == 0

    """

  /// A link and a timer, with something to prove of them.
  package static func proofs(_ statements: String) -> String {
    """
    title   Proofs
    display 60 Hz
    run     100 ms
    arm link
      link  ball in common takes 0.5 ms
    arm timer
      timer ball every 1/60 s in common takes 0.5 ms
    \(statements)
    """
  }

  /// A block of three lengths, with everything that a picture can be of.
  package static let block = """
    title A block
    display 60 Hz
    run 1 s
    sweep block = 0 ms, 30 ms, 60 ms
    load network at 504 ms takes {block} as main-queue
    arm timer
      timer ball every 1/60 s phase 0.5 in default takes 2 ms
    arm link
      link ball in default takes 2 ms
    expect link.ball.double_fires == 0
    plot ball.lateness_max over block
    """
}
