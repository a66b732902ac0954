// What is shown of a run, and how it stands in the address of the page.

// How long a stretch of the pictures may be.
const leastWindow = 6e4;
const mostWindow = 4e6;

// A stretch that lies in the run and is neither too short nor too long; one that was asked for
// by a hitch is as long as the hitch.
function fittingWindow(begin, end, length, most = mostWindow) {
  const width = clamp(end - begin, Math.min(leastWindow, length), Math.min(most, length));
  const first = clamp(begin, 0, length - width);
  return [first, first + width];
}

// The stretch about a hitch, and the instant just before its end.
function windowAbout(run, hitch) {
  const [begin, end] = run.span(hitch);
  const pad = clamp((end - begin) * 0.6, 1.3e5, 4.5e5);
  const most = Math.max(mostWindow, end - begin + 2 * pad);
  const [first, last] = fittingWindow(begin - pad, end + pad, run.end, most);
  return { begin: first, end: last, now: clamp(end - run.period / 2, first, last - 1) };
}

// Whether the page has all of a stretch in detail, some of it, or none; without a list of parts it
// has all of the run.
function coverage(parts, begin, end) {
  if (!parts) return "all";
  if (parts.some(([from, until]) => from <= begin + 1e3 && until >= end - 1e3)) return "all";
  return parts.some(([from, until]) => from < end && until > begin) ? "some" : "none";
}

// The parts of a stretch of which the page has no detail.
function gapsIn(parts, begin, end) {
  if (!parts) return [];
  const gaps = [];
  let from = begin;
  for (const [start, stop] of parts) {
    if (start > from && from < end) gaps.push([from, Math.min(start, end)]);
    from = Math.max(from, stop);
  }
  if (from < end) gaps.push([from, end]);
  return gaps;
}

// How fast a stretch is played: in true time if that takes a second, else slower.
function usualSpeed(length) {
  if (length >= 1.2e6) return 1;
  return length >= 3.5e5 ? 0.25 : 0.1;
}

// The position of the point that has a value in one dimension, and as many others as it can.
function nearestPoint(points, values, dimension) {
  const misses = points.map((point) => {
    const others = point.v.filter((value, index) => value !== values[index]).length;
    return others + (point.v[dimension] === values[dimension] ? 0 : 99);
  });
  return misses.indexOf(Math.min(...misses));
}

// The state as the end of an address: point, stretch and now in milliseconds, arms, list.
function addressOf({ point, begin, end, now, shown, arm }) {
  const whole = (time) => Math.round(time / 1e3);
  const arms = [...shown].sort((one, other) => one - other).join(".");
  return `#p=${point}&w=${whole(begin)}-${whole(end)}&t=${whole(now)}&a=${arms}&l=${arm}`;
}

// The parts of the end of an address, by their names.
const addressParts = (address) =>
  new Map(address.slice(1).split("&").map((part) => part.split("=")));

// The state of such an address; `null` if it has none.
function stateOf(address, pointCount, armCount) {
  const parts = addressParts(address);
  const window = /^(\d+)-(\d+)$/.exec(parts.get("w") ?? "");
  const point = Number(parts.get("p"));
  if (!window || !parts.has("p") || !(point < pointCount)) return null;
  const isArm = (arm) => Number.isInteger(arm) && arm >= 0 && arm < armCount;
  const shown = (parts.get("a") ?? "").split(".").filter((arm) => arm !== "").map(Number);
  const arm = Number(parts.get("l") ?? NaN);
  return {
    point,
    begin: window[1] * 1e3,
    end: window[2] * 1e3,
    now: parts.has("t") ? parts.get("t") * 1e3 : (window[1] * 1e3 + window[2] * 1e3) / 2,
    shown: shown.filter(isArm),
    arm: isArm(arm) ? arm : null,
  };
}
