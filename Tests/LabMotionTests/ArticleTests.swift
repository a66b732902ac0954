import LabKernel
import LabMotion
import Testing

@Suite struct `The article on motion` {
  @Test func `has an example that draws the first sixtieth`() throws {
    var animation = Animation(
      along: .bounceEaseOut, over: .seconds(1), by: .fixed(seconds: 1.0 / 60))
    animation.start(at: .start)
    let callback = Instant.at(.milliseconds(20))
    let moment = Moment(now: callback, due: callback, timestamp: callback, target: callback)
    if case .draw(let frame) = animation.advance(to: moment) {
      let y = interpolate(from: 32.0, to: 268.0, at: frame.share)
      print("at 20 ms the ball is at \(y) pt")
    }
    #expect(animation.advance(to: moment) != .nothing)
  }
}
