#if !canImport(Darwin)
  // Since 6.3 the runtime asks the executor, if it can, to wake a task up by a real clock. Apple's
  // SDKs do not show the protocol; there, and before 6.3, a hook is called (see JobInterceptor).
  @_spi(ExperimentalScheduling) import _Concurrency

  @_spi(ExperimentalScheduling)
  extension LaboratoryTime: SchedulingExecutor {
    /// Reports a sleep by a real clock, and lets it last as long as the laboratory.
    public func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      sleepsOutside(UnownedJob(job))
    }

    /// Reports a sleep by a real clock, and lets it last as long as the laboratory.
    public func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      sleepsOutside(UnownedJob(job))
    }
  }

  extension LaboratoryMainExecutor: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      sleepsOutside(UnownedJob(job))
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      sleepsOutside(UnownedJob(job))
    }
  }
#endif
