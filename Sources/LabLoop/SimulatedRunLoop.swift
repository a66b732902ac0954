/// Placeholder: the loop is being written.
public final class SimulatedRunLoop {
}
