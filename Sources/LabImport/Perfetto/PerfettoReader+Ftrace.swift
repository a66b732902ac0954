extension PerfettoReader {
  private struct Switches {
    var times: [UInt64] = []
    var states: [UInt64] = []
    var threads: [UInt64] = []
    var names: [UInt64] = []
    var table: [String] = []
  }

  /// Reads the events of one processor.
  mutating func readBundle(_ bytes: ArraySlice<UInt8>) {
    var processor: Int64 = 0
    for (field, value) in ProtobufReader(bytes) {
      switch field {
      case 1: processor = value.integer
      case 2: readFtraceEvent(value.slice, processor: processor)
      case 3 where value.unsigned != 0:
        trace.tally.lost += 1
        marks.lose(processor: processor)
      case 4: readSwitches(value.slice, processor: processor)
      default: break
      }
    }
  }

  private mutating func readFtraceEvent(_ bytes: ArraySlice<UInt8>, processor: Int64) {
    var time: Int64?
    var thread: Int64 = 0
    trace.events += 1
    for (field, value) in ProtobufReader(bytes) {
      switch field {
      case 1:
        time = Int64(exactly: value.unsigned).flatMap {
          $0.magnitude <= Decimal.timeLimit ? $0 : nil
        }
      case 2: thread = value.integer
      case 3:
        guard let time else { continue }
        trace.see(time)
        for (part, value) in ProtobufReader(value.slice) where part == 2 {
          marks.mark(value.slice, thread: thread, process: nil, time: time, &trace)
        }
      case 4:
        guard let time else { continue }
        trace.see(time)
        readSwitch(value.slice, time: time, processor: processor)
      default: break
      }
    }
  }

  private mutating func readSwitch(_ bytes: ArraySlice<UInt8>, time: Int64, processor: Int64) {
    var change = ThreadSwitch(time: time, processor: processor)
    for (field, value) in ProtobufReader(bytes) {
      switch field {
      case 1: change.previousName = value.text
      case 2: change.previous = value.integer
      case 4: change.isPreempted = Self.runs(value.unsigned)
      case 5: change.nextName = value.text
      case 6: change.next = value.integer
      default: break
      }
    }
    marks.add(change)
  }

  /// Whether a thread in this state of the kernel could go on.
  private static func runs(_ state: UInt64) -> Bool { state & 0xff == 0 }

  private mutating func readSwitches(_ bytes: ArraySlice<UInt8>, processor: Int64) {
    var switches = Switches()
    for (field, value) in ProtobufReader(bytes) {
      switch field {
      case 1: switches.times += value.numbers
      case 2: switches.states += value.numbers
      case 3: switches.threads += value.numbers
      case 6: switches.names += value.numbers
      case 5: switches.table.append(value.text)
      default: break
      }
    }
    var time: Int64 = 0
    for (index, step) in switches.times.enumerated() {
      time = time &+ Int64(bitPattern: step)
      guard index < switches.states.count, index < switches.threads.count,
        0...Decimal.timeLimit ~= time
      else { return }
      trace.events += 1
      trace.see(time)
      let name = index < switches.names.count ? Int(clamping: switches.names[index]) : .max
      marks.add(
        ThreadSwitch(
          time: time, processor: processor, previous: marks.running(on: processor),
          isPreempted: Self.runs(switches.states[index]),
          next: Int64(bitPattern: switches.threads[index]),
          nextName: name < switches.table.count ? switches.table[name] : ""))
    }
  }
}
