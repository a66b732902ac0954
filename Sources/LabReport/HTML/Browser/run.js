// A run of one arm, unpacked from the data of the page. Times are microseconds since its start.

const outcomeWords = { n: "new frame", d: "dropped, the old frame stays", r: "nothing was due" };

// The sums of a list of differences, the first of which counts from 0.
function sums(differences) {
  let sum = 0;
  return differences.map((difference) => (sum += difference));
}

// Rows of three numbers, the first of which is the distance from the row before.
function triples(flat) {
  const rows = [];
  let time = 0;
  for (let index = 0; index < flat.length; index += 3) {
    time += flat[index];
    rows.push([time, flat[index + 1], flat[index + 2]]);
  }
  return rows;
}

// The outcome of every refresh, of text as `n23(d2n1)4`: new, dropped, or rest, where nothing was
// due; what stands in parentheses repeats.
function unpackOutcomes(text) {
  const repeat = (_, pattern, count) => pattern.repeat(+count);
  return text.replace(/\((\w+)\)(\d+)/g, repeat).replace(/([nrd])(\d+)/g, repeat);
}

// When every refresh begins: exact where the page has detail, else between two known ones.
function unpackTimes({ n: count, a: anchors, s: step, v: exact }) {
  const times = new Float64Array(count + 1);
  for (let index = 0; index <= count; index++) {
    const anchor = Math.min(anchors.length - 2, Math.floor(index / step));
    const from = anchor * step;
    const length = Math.min(count, from + step) - from;
    const share = length > 0 ? (index - from) / length : 0;
    times[index] = anchors[anchor] + (anchors[anchor + 1] - anchors[anchor]) * share;
  }
  for (const [first, ...differences] of exact) times.set(sums(differences), first);
  return times;
}

// The time that the frame on the screen shows, at every refresh; -1 before the first frame.
function unpackContentTimes(outcomes, times, lags) {
  const known = new Map();
  for (const [first, ...list] of lags) list.forEach((lag, index) => known.set(first + index, lag));
  const content = new Float64Array(outcomes.length);
  let last = -1;
  let frame = 0;
  for (let index = 0; index < outcomes.length; index++) {
    if (outcomes[index] === "n") last = times[index] - (known.get(frame++) ?? 0) * 10;
    content[index] = last;
  }
  return content;
}

class Run {
  constructor(packed) {
    this.outcomes = unpackOutcomes(packed.o);
    this.count = this.outcomes.length;
    this.times = unpackTimes(packed);
    this.end = this.times[this.count];
    this.contentTimes = unpackContentTimes(this.outcomes, this.times, packed.l);
    this.period = this.usualPeriod();
    this.note = packed.note;
    this.dropped = packed.d;
    this.slots = packed.of;
    // What red refreshes are called where they are counted: where a frame is wanted for several
    // refreshes, one that is dropped has several of them.
    const red = this.outcomes.split("d").length - 1;
    this.redWord = red === this.dropped ? "dropped" : "red refreshes";
    this.hitchCount = packed.hn;
    this.hitches = packed.h.map(([first, next, dropped, owner, tasks]) => {
      return { first, next, dropped, owner, tasks };
    });
    this.callbacks = triples(packed.f).map(([began, length, late]) => {
      return { due: began - late, began, ended: began + length, late };
    });
    this.tasks = triples(packed.t).map(([begin, length, owner]) => {
      return { begin, end: begin + length, owner };
    });
    // How many callbacks began in a refresh, where it is more than one.
    this.doubles = packed.x;
    this.modes = packed.m.map(([begin, end, name]) => ({ begin, end, name }));
    this.unseen = new Map(packed.ow);
    this.scene = packed.sc ? unpackScene(packed.sc) : null;
    this.poses = (packed.po ?? []).map(([refresh, ...places]) => ({ refresh, places }));
  }

  // The median distance of two vsyncs.
  usualPeriod() {
    const lengths = [];
    for (let index = 0; index < this.count; index += Math.ceil(this.count / 999)) {
      lengths.push(this.times[index + 1] - this.times[index]);
    }
    return lengths.sort((one, other) => one - other)[lengths.length >> 1] || 1;
  }

  // The refresh at an instant.
  refreshAt(time) {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= time) low = middle;
      else high = middle - 1;
    }
    return Math.min(low, this.count - 1);
  }

  // The refreshes of which some part lies between two instants, the last one included.
  refreshesBetween(begin, end) {
    return [this.refreshAt(begin + 2), this.refreshAt(end - 2)];
  }

  droppedBetween(begin, end) {
    const [first, last] = this.refreshesBetween(begin, end);
    return this.outcomes.slice(first, last + 1).split("d").length - 1;
  }

  // A refresh, and the first dropped one of the unbroken run of dropped ones to which it belongs.
  hitchBegin(refresh) {
    while (refresh > 0 && this.outcomes[refresh - 1] === "d") refresh--;
    return refresh;
  }

  // All hitches: unbroken runs of dropped refreshes with the refresh before, whose frame stays.
  *allHitches() {
    for (const match of this.outcomes.matchAll(/d+/g)) {
      yield { first: Math.max(0, match.index - 1), next: match.index + match[0].length };
    }
  }

  // From when to when the frame of a hitch stays.
  span(hitch) {
    return [this.times[hitch.first], this.times[hitch.next]];
  }

  // How old the frame on the screen is at an instant, in what was due: where nothing was, it is
  // right, and a hitch counts from the refresh before it.
  age(time) {
    const refresh = this.refreshAt(time);
    const shown = this.shownTime(refresh);
    return time - shown - Math.min(this.period, time - this.times[refresh]);
  }

  // The time at which the frame of a refresh stands.
  shownTime(refresh) {
    const content = Math.max(0, this.contentTimes[refresh]);
    if (this.outcomes[refresh] !== "d") return content;
    return Math.max(content, this.times[Math.max(0, this.hitchBegin(refresh) - 1)]);
  }
}

// A physics scene: its room, its bodies and walls, in hundredths of a point.
function unpackScene({ w: width, h: height, up, b: bodies, wall: walls }) {
  return {
    width,
    height,
    pointsUp: up === 1,
    bodies: bodies.map(([width, height, round]) => ({ width, height, isRound: round === 1 })),
    walls,
  };
}
