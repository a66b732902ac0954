import LabTicks

#if !canImport(QuartzCore)
  /// Stands in for the real display links where there are none, so that the shape can be built.
  struct SystemDisplayLinks: DisplayLinkMaker {
    func displayLink(
      _ action: @escaping (any DisplayLinkProtocol) -> Void
    ) -> any DisplayLinkProtocol {
      preconditionFailure("there are no real display links")
    }
  }
#elseif os(macOS)
  extension SystemDisplayLinks {
    /// Stands in for the links of a view, which an application for the Mac has.
    init() { self.init { _, _ in preconditionFailure("there is no view") } }
  }
#endif
