import LabImport
import Testing

@Suite struct `A text of the Linux tracer` {
  @Test func `gives tasks between blocks, with their processor time`() throws {
    let trace = try read(
      """
      # ignored
          my:a pp   7/8 [000] 10.000000001: sched:sched_switch: prev_comm=my:a pp prev_pid=8 \
      prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
      swapper   0/0 [000]    10.000100: sched:sched_switch: prev_comm=swapper prev_pid=0 \
      prev_prio=120 prev_state=R ==> next_comm=my:a pp next_pid=8 next_prio=120
      my:a pp   7/8 [000]    10.000300: sched:sched_switch: prev_comm=my:a pp prev_pid=8 \
      prev_prio=120 prev_state=R+ ==> next_comm=x next_pid=9 next_prio=120
      x   9/9 [000]    10.000400: sched:sched_switch: prev_comm=x prev_pid=9 \
      prev_prio=120 prev_state=S ==> next_comm=my:a pp next_pid=8 next_prio=120
      my:a pp   7/8 [000]    10.000450: sched:sched_switch: prev_comm=my:a pp prev_pid=8 \
      prev_prio=120 prev_state=D ==> next_comm=swapper/0 next_pid=0 next_prio=120
      """)
    #expect(trace.format == .perf)
    #expect(trace.drawn == ["my:a pp 99999+350000"])
    #expect(trace.tasks[0].cpu == 250_000)
    #expect(trace.thread.process == 7)
    #expect(trace.thread.thread == 8)
    #expect(trace.events == 5)
  }

  @Test func `reads marks of Android, and vsyncs`() throws {
    let trace = try read(
      """
      TRACE:
      # tracer: nop
        app.main-77  (   77) [001] d..2 50.000100: tracing_mark_write: B|77|Choreographer#doFrame 12
        app.main-77  (   77) [001] .... 50.000150: tracing_mark_write: B|77|a|b
        app.main-77  (   77) [001] .... 50.000250: tracing_mark_write: E|77
        app.main-77  (   77) [001] .... 50.000400: tracing_mark_write: E
        worker-78  (   77) [001] .... 50.000000: print: B|77|long
        worker-78  (   77) [001] .... 50.001000: print: E|77
        sf-10  (-----) [000] .... 50.000200: tracing_mark_write: C|10|VSYNC-app|1
        sf-10  (-----) [000] .... 50.016800: 0: C|10|VSYNC-app|0
      CPU:1 [LOST 12 EVENTS]
      """)
    #expect(trace.format == .ftrace)
    #expect(trace.drawn == ["Choreographer#doFrame 100000+300000"])
    #expect(trace.vsyncs == [200_000, 16_800_000])
    #expect(trace.rule == "the file names it the main thread")
    #expect(trace.thread.threadName == "app.main")
    #expect(trace.tally.lost == 1)
  }

  @Test func `in the short form of trace-cmd is read as well`() throws {
    let trace = try read(
      """
      cpus=2
      a-8     [000]    10.000000: sched_switch:         a:8 [120] S ==> swapper/0:0 [120]
      <idle>-0     [000]    10.000100: sched_switch:         swapper/0:0 [120] R ==> a:8 [120]
      a-8     [000]    10.000300: sched_switch:         a:8 [120] S ==> swapper/0:0 [120]
      """)
    #expect(trace.drawn == ["a 100000+200000"])
  }

  @Test func `of prints without marks is refused, with what to record`() {
    let text = """
      # tracer: nop
        app-7 [000] 10.000100: bprint: draw: begin of 3
        app-7 [000] 10.000200: bprint: draw: end
      """
    #expect(
      failure(text)
        == "this text holds 2 samples or other events (the first is 'bprint'), no tasks. Record"
        + " switches of threads: trace-cmd record -e sched:sched_switch, then trace-cmd report; or"
        + " write marks that begin and end (B|PID|NAME, E|PID) to trace_marker.")
  }

  @Test func `of samples is refused, with the command to record tasks`() {
    let text = """
      app 7 [000] 1.5: 250000 cycles:u:
              7ff main (app)
      app 7 [000] 1.6: 250000 cycles:u:
      """
    #expect(failure(text).contains("perf record -e sched:sched_switch"))
  }
}

@Suite struct `A page of trace2html` {
  @Test func `is refused with what to take instead`() {
    let page = """
      <!DOCTYPE html>
      <html><head></head><body>
      <script id="viewer-data" type="application/json">
      H4sIAAAAAAAAA4uOBQApu0wNAgAAAA==
      </script></body></html>
      """
    #expect(failure(page).contains("Take the trace that the page was made from."))
  }
}

@Suite struct `A page of systrace from 2012` {
  @Test func `is read through the escapes of its string`() throws {
    let trace = try read(
      #"""
      <!DOCTYPE HTML>
      <html><body><script>
        var linuxPerfData = "\
      # tracer: nop\n\
             com.app-655   [000]   100.000000: 0: B|655|performTraversals\n\
             com.app-655   [000]   100.004000: 0: E\n\
             com.app-655   [000]   100.016000: 0: B|655|performTraversals\n\
             com.app-655   [000]   100.017000: 0: B|655|draw\n\
             com.app-655   [000]   100.019500: 0: E\n\
             com.app-655   [000]   100.020000: 0: E\n\
             com.app-655   [000]   100.032000: 0: B|655|performTraversals\n\
             com.app-655   [000]   100.059000: 0: E\n\
      ";
      </script></body></html>
      """#)
    #expect(
      trace.drawn == [
        "performTraversals 0+4000000", "performTraversals 16000000+4000000",
        "performTraversals 32000000+27000000",
      ])
    #expect(trace.tally.unfinished == 0)
  }

  @Test func `most of whose tasks have no end is refused`() throws {
    func text(_ marks: String...) -> String {
      marks.enumerated().map { "  app-7 [000] 10.00\($0): 0: \($1)\n" }.joined()
    }
    let begin = "B|7|frame"
    #expect(failure(text(begin, begin, begin)).hasPrefix("2 of 2 tasks of the thread have no end"))
    let trace = try read(text(begin, "E", begin, begin, "E"))
    #expect(trace.drawn.count == 3)
    #expect(trace.tally.unfinished == 1)
  }
}
