import LabMotion
import Testing

@Suite struct `Interpolation` {
  @Test func `of numbers and points goes straight`() {
    #expect(interpolate(from: 32.0, to: 268.0, at: 0.25) == 91)
    let point = interpolate(from: Point(x: 0, y: 10), to: Point(x: 100, y: 30), at: 0.5)
    #expect(point == Point(x: 50, y: 20))
  }

  @Test func `of a translation moves m42 alone`() {
    let end = Transform3D(translationX: 0, y: 300, z: 0)
    var half = interpolate(from: Transform3D.identity, to: end, at: 0.5)
    #expect(half.m42 == 150)
    half.m42 = 0
    #expect(half == .identity)
    #expect((end.m41, end.m43, end.m34) == (0, 0, 0))
  }

  @Test func `of what has nothing between them turns over in the middle`() {
    #expect(interpolate(from: "front", to: "back", at: 0.49) == "front")
    #expect(interpolate(from: "front", to: "back", at: 0.5) == "back")
  }

  @Test func `finds out what a value is`() {
    #expect(interpolate(from: 1.0 as Any, to: 3.0 as Any, at: 0.5) as? Double == 2)
    #expect(interpolate(from: 1.0 as Any, to: "three" as Any, at: 0.75) as? String == "three")
  }
}
