/// How a phone is held while its accelerometer is read: upright, turned to its side, and back.
///
///     gravity = 1000 (sin a, −cos a) pt/s²
///
/// The angle a is 0 until 2 s, grows to a quarter turn by 3 s, stays, and is 0 again from 5 s on.
public enum Tilt {
  /// Returns the gravity at an instant, in nanoseconds after the start.
  public static func gravity(at instant: Int64) -> Vector {
    let seconds = Double(instant) / 1e9
    let share =
      seconds <= 2 || seconds >= 5 ? 0 : seconds < 3 ? seconds - 2 : min(1, 5 - seconds)
    return Rotation(degrees: 90 * share)(Vector(x: 0, y: -1000))
  }
}
