/// The script and the style of pages as text: the files in the folder `Browser` without
/// comments and indentation, and the hashes by which the policy of a page lets them in.
///
/// A test compares them with the files; `LAB_RECORD=1` writes them anew.
enum PageAssets {
  static let scriptHash = "sha256-F/VIfD1CihGIQUIjXr3zqLUVOCXpeQ0yP5V3oyhbJdg="
  static let indexHash = "sha256-qGeGOYbglwXUwvcTN1WhQMN1D/nvkHtENvjax0I9fvs="
  static let styleHash = "sha256-OdGSbJudg4dtCZt7H4EdpAvO1Rn8DjNiJ5ZO4I4vO/Q="

  static let script = #"""
    const clamp = (value, least, most) => Math.max(least, Math.min(most, value));
    const tenth = (value) => Math.round(value * 10) / 10;
    const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
    function milliseconds(time) {
    const tenths = Math.round(time / 100);
    if (tenths < 100) return `${Math.floor(tenths / 10)}.${tenths % 10} ms`;
    return `${grouped(Math.round(tenths / 10))} ms`;
    }
    const seconds = (time, decimals = 3) => `${(time / 1e6).toFixed(decimals)} s`;
    const escaped = (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
    function tickStep(length, pixels) {
    const wanted = length / Math.max(2, Math.floor(pixels / 110));
    const power = 10 ** Math.floor(Math.log10(wanted));
    return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= wanted * 0.999999);
    }
    function tickWords(time, step) {
    if (step >= 1e6) return seconds(time, 0);
    if (step >= 1e5) return seconds(time, 1);
    if (step >= 1e3) return `${grouped(Math.round(time / 1e3))} ms`;
    return `${+(time / 1e3).toFixed(2)} ms`;
    }
    const outcomeWords = { n: "new frame", d: "dropped, the old frame stays", r: "nothing was due" };
    function sums(differences) {
    let sum = 0;
    return differences.map((difference) => (sum += difference));
    }
    function triples(flat) {
    const rows = [];
    let time = 0;
    for (let index = 0; index < flat.length; index += 3) {
    time += flat[index];
    rows.push([time, flat[index + 1], flat[index + 2]]);
    }
    return rows;
    }
    function unpackOutcomes(text) {
    const repeat = (_, pattern, count) => pattern.repeat(+count);
    return text.replace(/\((\w+)\)(\d+)/g, repeat).replace(/([nrd])(\d+)/g, repeat);
    }
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
    this.modes = packed.m.map(([begin, end, name]) => ({ begin, end, name }));
    this.unseen = new Map(packed.ow);
    this.scene = packed.sc ? unpackScene(packed.sc) : null;
    this.poses = (packed.po ?? []).map(([refresh, ...places]) => ({ refresh, places }));
    }
    usualPeriod() {
    const lengths = [];
    for (let index = 0; index < this.count; index += Math.ceil(this.count / 999)) {
    lengths.push(this.times[index + 1] - this.times[index]);
    }
    return lengths.sort((one, other) => one - other)[lengths.length >> 1] || 1;
    }
    refreshAt(time) {
    let [low, high] = [0, this.count];
    while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (this.times[middle] <= time) low = middle;
    else high = middle - 1;
    }
    return Math.min(low, this.count - 1);
    }
    refreshesBetween(begin, end) {
    return [this.refreshAt(begin + 2), this.refreshAt(end - 2)];
    }
    droppedBetween(begin, end) {
    const [first, last] = this.refreshesBetween(begin, end);
    return this.outcomes.slice(first, last + 1).split("d").length - 1;
    }
    hitchBegin(refresh) {
    while (refresh > 0 && this.outcomes[refresh - 1] === "d") refresh--;
    return refresh;
    }
    *allHitches() {
    for (const match of this.outcomes.matchAll(/d+/g)) {
    yield { first: Math.max(0, match.index - 1), next: match.index + match[0].length };
    }
    }
    span(hitch) {
    return [this.times[hitch.first], this.times[hitch.next]];
    }
    age(time) {
    const refresh = this.refreshAt(time);
    const shown = this.shownTime(refresh);
    return time - shown - Math.min(this.period, time - this.times[refresh]);
    }
    shownTime(refresh) {
    const content = Math.max(0, this.contentTimes[refresh]);
    if (this.outcomes[refresh] !== "d") return content;
    return Math.max(content, this.times[Math.max(0, this.hitchBegin(refresh) - 1)]);
    }
    }
    function unpackScene({ w: width, h: height, up, b: bodies, wall: walls }) {
    return {
    width,
    height,
    pointsUp: up === 1,
    bodies: bodies.map(([width, height, round]) => ({ width, height, isRound: round === 1 })),
    walls,
    };
    }
    const leastWindow = 6e4;
    const mostWindow = 4e6;
    function fittingWindow(begin, end, length, most = mostWindow) {
    const width = clamp(end - begin, Math.min(leastWindow, length), Math.min(most, length));
    const first = clamp(begin, 0, length - width);
    return [first, first + width];
    }
    function windowAbout(run, hitch) {
    const [begin, end] = run.span(hitch);
    const pad = clamp((end - begin) * 0.6, 1.3e5, 4.5e5);
    const most = Math.max(mostWindow, end - begin + 2 * pad);
    const [first, last] = fittingWindow(begin - pad, end + pad, run.end, most);
    return { begin: first, end: last, now: clamp(end - run.period / 2, first, last - 1) };
    }
    function coverage(parts, begin, end) {
    if (!parts) return "all";
    if (parts.some(([from, until]) => from <= begin + 1e3 && until >= end - 1e3)) return "all";
    return parts.some(([from, until]) => from < end && until > begin) ? "some" : "none";
    }
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
    function usualSpeed(length) {
    if (length >= 1.2e6) return 1;
    return length >= 3.5e5 ? 0.25 : 0.1;
    }
    function nearestPoint(points, values, dimension) {
    const misses = points.map((point) => {
    const others = point.v.filter((value, index) => value !== values[index]).length;
    return others + (point.v[dimension] === values[dimension] ? 0 : 99);
    });
    return misses.indexOf(Math.min(...misses));
    }
    function addressOf({ point, begin, end, now, shown, arm }) {
    const whole = (time) => Math.round(time / 1e3);
    const arms = [...shown].sort((one, other) => one - other).join(".");
    return `#p=${point}&w=${whole(begin)}-${whole(end)}&t=${whole(now)}&a=${arms}&l=${arm}`;
    }
    function stateOf(address, pointCount, armCount) {
    const parts = new Map(address.slice(1).split("&").map((part) => part.split("=")));
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
    const find = (selector) => document.querySelector(selector);
    const findAll = (selector) => [...document.querySelectorAll(selector)];
    const listen = (element, event, action, options) => {
    element?.addEventListener(event, action, options);
    };
    const data = JSON.parse(find("#data").textContent);
    const rowLimit = 8;
    const widths = { stage: 1152, over: 1152, lanes: 784 };
    const state = {
    point: data.first,
    begin: 0,
    end: 1,
    now: 0,
    arm: 0,
    shown: new Set(),
    showsAll: false,
    hitch: -1,
    isPlaying: false,
    playsByItself: false,
    loops: 0,
    speed: 1,
    hasOwnSpeed: false,
    };
    const point = () => data.points[state.point];
    const rows = () => (state.showsAll ? point().ord : point().ord.slice(0, rowLimit));
    const armName = (row) => (point().arms ?? data.arms)[row];
    const armIndex = (row) => (point().ai ?? data.ai)[row];
    const ownerName = (owner) => (owner < 0 ? "late frames" : data.own[owner]);
    const unpacked = new Map();
    const packedRun = (row, number) =>
    data.points[number].runs[row] ?? data.points[data.first].runs[row];
    function runOf(row, number = state.point) {
    const key = `${number}.${row}`;
    if (!unpacked.has(key)) unpacked.set(key, new Run(packedRun(row, number)));
    return unpacked.get(key);
    }
    const runLength = () => Math.max(...point().runs.map((_, row) => runOf(row).end));
    function commandFor(begin, end) {
    const text = (time) => `'${Math.round(time / 1e3)} ms'`;
    const stretch = `--from ${text(begin)} --for ${text(end - begin)}`;
    if (point().cmd) return point().run.length > 0 ? `${point().cmd} ${stretch}` : point().cmd;
    const namesOf = (list, side) =>
    [...new Set(list.filter((row) => data.side[row] === side).map((row) => data.names[row]))];
    const commands = data.show.map((command, side) => {
    const names = namesOf([...state.shown], side);
    if (!command || names.length === 0) return "";
    const isWhole = names.length === namesOf([...data.names.keys()], side).length;
    const arms = isWhole ? "" : names.map((name) => ` --arm ${name}`).join("");
    return `${command} --run ${point().run[side]}${arms} ${stretch}`;
    });
    return commands.filter((command) => command).join("\n");
    }
    const box = (name, x, y, width, height) =>
    `<rect class="${name}" x="${tenth(x)}" y="${tenth(y)}"` +
    ` width="${tenth(Math.max(0, width))}" height="${tenth(height)}"/>`;
    function boxes(name, list) {
    if (list.length === 0) return "";
    const path = ([x, y, width, height]) =>
    `M${tenth(x)} ${y}h${tenth(width)}v${height}h${tenth(-width)}z`;
    return line(name, list.map(path).join(""));
    }
    const line = (name, path) => (path ? `<path class="${name}" d="${path}"/>` : "");
    function words(name, text, x, y, { anchor = "start", size = 12, rest = "" } = {}) {
    const side = anchor === "start" ? "" : ` text-anchor="${anchor}"`;
    const more = rest ? `<tspan class="muted f">${escaped(rest)}</tspan>` : "";
    return (
    `<text class="${name}" x="${tenth(x)}" y="${tenth(y)}"${side} font-size="${size}">` +
    `${escaped(text)}${more}</text>`
    );
    }
    function picture(width, height, label, content, role = "img") {
    return (
    `<svg viewBox="0 0 ${width} ${height}" width="${width}"` +
    ` height="${height}" role="${role}" aria-label="${escaped(label)}">${content}</svg>`
    );
    }
    const armColor = (row) => armIndex(row) % 6;
    function armShape(row, radius) {
    const [small, large, top] = [0.9, 1.1, 1.2].map((factor) => tenth(factor * radius));
    switch (armIndex(row) % 4) {
    case 0:
    return `<circle r="${radius}"/>`;
    case 1:
    return `<rect x="${-small}" y="${-small}" width="${2 * small}" height="${2 * small}"/>`;
    case 2:
    return `<path d="M0 ${-large}L${large} ${small}H${-large}Z"/>`;
    default:
    return `<path d="M0 ${-top}L${top} 0 0 ${top} ${-top} 0Z"/>`;
    }
    }
    const armSymbol = (row, x, y) =>
    `<g class="arm${armColor(row)} f" transform="translate(${x} ${y})">${armShape(row, 5)}</g>`;
    function ownerColor(owner) {
    if (owner < 0) return "owner7";
    return data.rank[owner] < 0 ? "modeground" : `owner${Math.min(7, data.rank[owner])}`;
    }
    const swatch = (owner) =>
    `<svg class="sw ${ownerColor(owner)}" viewBox="0 0 10 10" width="10" height="10"` +
    ` aria-hidden="true"><rect class="f" width="10" height="10"/></svg>`;
    const placeIn = (width) => (time) =>
    10 + ((time - state.begin) / (state.end - state.begin)) * (width - 20);
    function axis(place, begin, end, { width, room, y, top, bottom }) {
    const step = tickStep(end - begin, room);
    let marks = "";
    for (let time = Math.ceil(begin / step) * step; time <= end; time += step) {
    const x = place(time);
    const [isFirst, isLast] = [x < 40, x > width - 40];
    const left = isLast ? width - 2 : isFirst ? Math.max(2, x - 20) : x;
    const anchor = isLast ? "end" : isFirst ? "start" : "middle";
    marks += line("grid s", `M${tenth(x)} ${top}V${bottom}`);
    marks += words("muted f", tickWords(time, step), left, y, { anchor });
    }
    return marks;
    }
    const isNarrow = (width, room) =>
    width < 600 || point().runs.some((_, row) => 8 * armName(row).length > width - room);
    function heading(row, count, rest, y, right, narrow) {
    const below = y + (narrow ? 33 : 17);
    const number = `${grouped(count)} dropped`;
    const name = armName(row);
    const size = narrow && 8 * name.length > right - 28 ? 12 : 14;
    return (
    armSymbol(row, 16, y + 12) +
    words("ink b", name, 28, y + 17, { size }) +
    words(count ? "gone b" : "muted f", number, right, below, { anchor: "end", size: 13, rest })
    );
    }
    function cells(run, row, place, y, height) {
    const [first, last] = run.refreshesBetween(state.begin, state.end);
    const found = { n: [], r: [], d: [] };
    for (let refresh = first; refresh <= last; refresh++) {
    const [left, right] = ends(run, refresh, refresh + 1, place);
    const gap = right - left >= 4 ? 1 : 0;
    found[run.outcomes[refresh]].push([left, y, Math.max(0, right - left - gap), height]);
    }
    return (
    boxes(`band${armColor(row)} f new`, found.n) +
    boxes("grid s rest", found.r) +
    boxes("gone f dropped", found.d)
    );
    }
    function ends(run, first, next, place) {
    return [
    place(Math.max(state.begin, run.times[first])),
    place(Math.min(state.end, run.times[next])),
    ];
    }
    let tracks = [];
    function trackHeight(run) {
    if (run.scene) return clamp(Math.floor(620 / rows().length) - 39, 40, 120);
    return rows().length <= 3 ? 44 : 26;
    }
    function drawReplay(width) {
    const place = placeIn(width);
    const narrow = isNarrow(width, 450);
    const head = narrow ? 38 : 21;
    const height = rows().reduce((sum, row) => sum + trackHeight(runOf(row)) + head + 18, 20);
    let marks = axis(place, state.begin, state.end,
    { width, room: width - 20, y: 14, top: 18, bottom: height });
    let y = 18;
    tracks = [];
    for (const row of rows()) {
    const track = trackHeight(runOf(row));
    marks += replayHeading(row, y, width, narrow);
    y += head;
    tracks.push([row, y, track]);
    const ground = runOf(row).scene ? "paper f" : "cell f";
    marks += box(ground, 10, y, width - 20, track) + drawTrack(row, y, track, width, place);
    marks += cells(runOf(row), row, place, y + track + 2, 9);
    y += track + 18;
    }
    const counts = rows().map((row) => {
    const here = runOf(row).droppedBetween(state.begin, state.end);
    return `${armName(row)}: ${here} dropped here, ${runOf(row).dropped} in the whole run`;
    });
    const stretch = `${seconds(state.begin)} to ${seconds(state.end)}`;
    const label = `Replay from ${stretch}. ${counts.join("; ")}`;
    return picture(width, height, label, `${marks}<path class="ink s" id="head" d=""/>`);
    }
    function replayHeading(row, y, width, narrow) {
    const run = runOf(row);
    const most = Math.max(1, ...rows().map((other) => runOf(other).dropped));
    const barWidth = narrow ? 60 : 150;
    const left = width - 10 - barWidth;
    const top = y + (narrow ? 25 : 8);
    return (
    box("paper f", 0, y, width, narrow ? 37 : 20) +
    heading(row, run.dropped, ` of ${grouped(run.slots)}${run.note}`, y, left - 8, narrow) +
    box("cell f", left, top, barWidth, 9) +
    box("gone f", left, top, (barWidth * run.dropped) / most, 9)
    );
    }
    function drawTrack(row, y, height, width, place) {
    const run = runOf(row);
    if (run.scene) {
    const room = new Room(run.scene, width, height, y);
    return `${room.walls()}<g id="ball${row}"></g>`;
    }
    const [first, last] = run.refreshesBetween(state.begin, state.end);
    let ticks = "";
    for (let refresh = first; refresh <= last; refresh++) {
    const time = run.contentTimes[refresh];
    if (run.outcomes[refresh] !== "n" || time < state.begin || time >= state.end) continue;
    ticks += `M${tenth(place(time))} ${y + height / 2 - 5}v10`;
    }
    return (
    line(`band${armColor(row)} s`, ticks) +
    `<path class="gone t" id="band${row}" d=""/>` +
    `<g id="ball${row}" class="arm${armColor(row)} f">${armShape(row, height > 30 ? 13 : 8)}</g>` +
    `<text class="gone h" id="old${row}" y="${y + height / 2 + 4}" font-size="12"></text>`
    );
    }
    function drawNow() {
    const x = placeIn(widths.stage)(state.now);
    for (const [row, y, height] of tracks) {
    if (runOf(row).scene) drawBodies(row, y, height);
    else drawBall(row, y + height / 2, x);
    }
    const bars = tracks.map(([row, y, height]) =>
    `M${tenth(x)} ${runOf(row).scene ? `${y + height}v13` : `${y - 2}v${height + 15}`}`);
    find("#head")?.setAttribute("d", bars.join(""));
    const cursor = tenth(placeIn(widths.lanes)(state.now));
    const lines = laneRows.map(([top, bottom]) => `M${cursor} ${top}V${bottom}`);
    find("#cursor")?.setAttribute("d", lines.join(""));
    find("#clock").textContent = seconds(state.now);
    }
    function drawBall(row, y, line) {
    const ball = find(`#ball${row}`);
    if (!ball) return;
    const run = runOf(row);
    const refresh = run.refreshAt(state.now);
    const age = run.age(state.now);
    const isLate = age > run.period * 0.6 && run.outcomes[refresh] !== "r";
    const x = placeIn(widths.stage)(Math.max(state.begin, run.shownTime(refresh)));
    ball.setAttribute("transform", `translate(${tenth(x)} ${y})`);
    ball.setAttribute("class", `arm${armColor(row)} f${isLate ? " stuck" : ""}`);
    const said = isLate && age > run.period * 1.6 ? ageWords(milliseconds(age), x, line) : null;
    const text = find(`#old${row}`);
    text.textContent = said?.text ?? "";
    text.setAttribute("x", tenth(said?.x ?? x));
    text.setAttribute("text-anchor", said?.anchor ?? "end");
    const gap = said?.gap
    ? `H${tenth(said.x - said.gap)}M${tenth(said.x + said.gap)} ${y}`
    : "";
    find(`#band${row}`).setAttribute("d", isLate ? `M${tenth(x)} ${y}${gap}H${tenth(line)}` : "");
    }
    function ageWords(age, ball, line) {
    for (const text of [`frame is ${age} old`, `${age} old`]) {
    const width = 7 * text.length;
    if (line - ball > width + 44) {
    return { text, x: (ball + line) / 2, anchor: "middle", gap: width / 2 + 3 };
    }
    if (line + width + 14 < widths.stage) return { text, x: line + 8, anchor: "start" };
    }
    return { text: `${age} old`, x: ball - 14, anchor: "end" };
    }
    class Room {
    constructor(scene, width, height, top) {
    this.scene = scene;
    this.scale = Math.min((height - 8) / scene.height, (width - 20) / scene.width);
    const free = width - 20 - ((height - 8) * scene.width) / scene.height;
    this.left = Math.max(10, 10 + free / 2);
    [this.top, this.bottom] = [top + 4, top + height - 4];
    }
    place(x, y) {
    const down = this.scene.pointsUp ? this.bottom - y * this.scale : this.top + y * this.scale;
    return [tenth(this.left + x * this.scale), tenth(down)];
    }
    walls() {
    const { width, height } = this.scene;
    const [[left, one], [right, other]] = [this.place(0, 0), this.place(width, height)];
    const ground = box("cell f", left, Math.min(one, other), right - left, Math.abs(other - one));
    const path = ([left, top, right, bottom]) =>
    line("ink t", `M${this.place(left, top).join(" ")}L${this.place(right, bottom).join(" ")}`);
    return ground + this.scene.walls.map(path).join("");
    }
    contains(x, y) {
    return x >= 0 && x <= this.scene.width && y >= 0 && y <= this.scene.height;
    }
    body({ width, height, isRound }, [x, y, angle], name) {
    if (!this.contains(x, y)) return "";
    const [centerX, centerY] = this.place(x, y);
    if (isRound) {
    const radius = tenth(Math.max(1, (width * this.scale) / 2));
    return `<circle class="${name}" cx="${centerX}" cy="${centerY}" r="${radius}"/>`;
    }
    const [cosine, sine] = [Math.cos(angle / 100), Math.sin(angle / 100)];
    const corner = ([side, end]) => {
    const [across, along] = [(side * width) / 2, (end * height) / 2];
    const [right, down] = [cosine * across - sine * along, sine * across + cosine * along];
    return this.place(x + right, y + down).join(" ");
    };
    const corners = [[1, 1], [-1, 1], [-1, -1], [1, -1]].map(corner);
    return line(name, `M${corners.join("L")}Z`);
    }
    bodies(places, name) {
    const drawn = this.scene.bodies.map((body, index) =>
    this.body(body, places.slice(3 * index, 3 * index + 3), name));
    return drawn.join("");
    }
    outside(places) {
    return this.scene.bodies.filter((_, index) =>
    !this.contains(places[3 * index], places[3 * index + 1])).length;
    }
    }
    function drawBodies(row, y, height) {
    const ball = find(`#ball${row}`);
    if (!ball) return;
    const run = runOf(row);
    const room = new Room(run.scene, widths.stage, height, y);
    const refresh = run.refreshAt(state.now);
    const shown = run.poses.filter((pose) => pose.refresh <= refresh);
    const [before, last] = [shown.at(-2), shown.at(-1)];
    const isKnown = coverage(point().det, state.now, state.now) === "all";
    if (!last || !isKnown) {
    ball.innerHTML = isKnown
    ? ""
    : words("muted f", "the bodies are not in this page here", 24, y + height / 2);
    return;
    }
    let marks = before ? room.bodies(before.places, "muted s") : "";
    marks += room.bodies(last.places, `arm${armColor(row)} f`);
    const outside = room.outside(last.places);
    const right = room.place(run.scene.width, 0)[0];
    if (outside) {
    const x = Math.min(right + 12, widths.stage - 90);
    marks += words("ink b", `${outside} outside`, x, y + height / 2);
    }
    ball.innerHTML = marks;
    }
    const overviewLeft = 24;
    const overviewWords = find("#say-over").textContent;
    const stayLimit = 6;
    const overviewPlace = (width) => (time) =>
    overviewLeft + (time / runLength()) * (width - overviewLeft - 10);
    const overviewRowHeight = () => (rows().length > 3 ? 20 : 32);
    function drawOverview(width) {
    const rowHeight = overviewRowHeight();
    const height = 20 + rows().length * (rowHeight + 7);
    const place = overviewPlace(width);
    let marks = axis(place, 0, runLength(),
    { width, room: width - overviewLeft - 10, y: 11, top: 14, bottom: height - 4 });
    let labels = "";
    rows().forEach((row, index) => {
    const y = 16 + index * (rowHeight + 7);
    const stays = longestStays(runOf(row), place, width);
    marks += overviewRow(row, y, rowHeight, stays, width);
    labels += longestLabel(runOf(row), place, stays, y, rowHeight, width);
    });
    for (const [from, until] of gapsIn(point().det, 0, runLength())) {
    marks += box("veil", place(from), 14, place(until) - place(from), height - 16);
    }
    const isPale = gapsIn(point().det, 0, runLength()).length > 0;
    find("#say-over").textContent =
    overviewWords + (isPale ? " Pale: this page has drops alone, no tasks and callbacks." : "");
    const names = rows().map(armName).join("; ");
    const label = `How long each frame stayed, over the whole run; from top to bottom: ${names}`;
    const all = `${marks}${drawBrush(height)}<g pointer-events="none">${labels}</g>`;
    return picture(width, height, label, all, "group");
    }
    function longestStays(run, place, width) {
    const stays = new Int16Array(Math.ceil(width - overviewLeft - 10) + 1);
    for (const hitch of run.allHitches()) {
    const [begin, end] = run.span(hitch);
    const count = Math.round((end - begin) / run.period);
    const from = Math.max(0, Math.floor(place(begin) - overviewLeft));
    const until = Math.min(stays.length - 1, place(end) - overviewLeft);
    for (let column = from; column <= until; column++) {
    stays[column] = Math.max(stays[column], count);
    }
    }
    return stays;
    }
    function overviewRow(row, y, height, stays, width) {
    const [unit, bottom, right] = [height / stayLimit, y + height, width - 10];
    const budget = bottom - unit;
    let marks =
    box("cell f", overviewLeft, y, right - overviewLeft, height) +
    box(`band${armColor(row)} f`, overviewLeft, budget, right - overviewLeft, unit) +
    line("muted d", `M${overviewLeft} ${tenth(budget)}H${right}`);
    for (let column = 0; column < stays.length; ) {
    let next = column;
    while (next < stays.length && stays[next] === stays[column]) next++;
    const stay = Math.min(stayLimit, stays[column]);
    if (stay > 1) {
    const top = bottom - stay * unit;
    marks += box("gone f", overviewLeft + column, top, next - column, budget - top);
    }
    column = next;
    }
    marks += line(`arm${armColor(row)} t`, `M${overviewLeft} ${bottom}H${right}`);
    return marks + armSymbol(row, 9, y + height / 2);
    }
    function longestLabel(run, place, stays, y, height, width) {
    if (run.hitches.length === 0) return "";
    const [begin, end] = run.span(run.hitches[0]);
    if (end - begin < 4 * run.period) return "";
    const text = milliseconds(end - begin);
    const [left, right] = [place(begin), place(end)];
    if (right - left > 7 * text.length + 8) {
    return words("ongone b", text, (left + right) / 2, y + height / 2 + 4, { anchor: "middle" });
    }
    let free = right;
    stays.forEach((stay, column) => {
    const x = overviewLeft + column;
    if (stay > 2 && x + 1 > free && x < free + 50) free = x + 1;
    });
    if (free > width - 80 || free > right + 120) free = right;
    if (free > width - 80) return words("gone h", text, left - 5, y + 11, { anchor: "end" });
    return words("gone h", text, free + 5, y + 11);
    }
    function drawBrush(height) {
    const handle = (name) =>
    `<rect class="grip" id="${name}" y="${height / 2 - 11}" width="7" height="24" rx="3"/>`;
    return (
    `<rect class="win" id="win" y="13" height="${height - 14}" rx="3" tabindex="0" role="slider"` +
    ` aria-label="Window of the pictures" aria-valuemin="0"` +
    ` aria-valuemax="${Math.round(runLength() / 1e3)}"/>${handle("grip0")}${handle("grip1")}`
    );
    }
    function moveBrush() {
    const frame = find("#win");
    if (!frame) return;
    const place = overviewPlace(widths.over);
    const left = place(state.begin);
    const right = Math.max(place(state.end), left + 4);
    frame.setAttribute("x", tenth(left));
    frame.setAttribute("width", tenth(right - left));
    frame.setAttribute("aria-valuenow", Math.round(state.begin / 1e3));
    const range = `from ${seconds(state.begin, 2)} to ${seconds(state.end, 2)}`;
    frame.setAttribute("aria-valuetext", range);
    find("#grip0").setAttribute("x", tenth(left - 4));
    find("#grip1").setAttribute("x", tenth(right - 3));
    }
    let laneItems = [];
    let laneRows = [];
    const lateFrom = 500;
    const laneHeights = { modes: 17, due: 10, thread: 22, screen: 17 };
    function drawLanes(width) {
    laneItems = [];
    laneRows = [];
    const place = placeIn(width);
    const shown = rows().filter((row) => state.shown.has(row));
    const hasModes = shown.some((row) => runOf(row).modes.length > 0);
    const narrow = isNarrow(width, 170);
    const { modes, due, thread, screen } = laneHeights;
    const rowHeight = (narrow ? 38 : 22) + (hasModes ? modes : 0) + due + thread + 4 + screen + 16;
    const height = 18 + shown.length * rowHeight;
    let marks = axis(place, state.begin, state.end,
    { width, room: width - 20, y: 12, top: 16, bottom: height });
    shown.forEach((row, index) => {
    marks += drawLaneRow(row, 18 + index * rowHeight, { width, place, narrow, hasModes });
    });
    const counts = shown.map((row) => {
    return `${armName(row)}, ${runOf(row).droppedBetween(state.begin, state.end)} dropped`;
    });
    const label = `Lanes from ${seconds(state.begin)} to ${seconds(state.end)}: ${counts.join("; ")}`;
    const frame = `<rect class="win" id="marked" y="1" width="0" height="${height - 2}" rx="3"/>`;
    return picture(width, height, label, `${marks}${frame}<path class="ink s" id="cursor" d=""/>`);
    }
    function drawLaneRow(row, top, sheet) {
    const run = runOf(row);
    const dropped = run.droppedBetween(state.begin, state.end);
    const { width, narrow } = sheet;
    let marks = box("paper f", 0, top, width, narrow ? 36 : 20);
    marks += heading(row, dropped, " here", top - 1, width - 10, narrow);
    let y = top + (narrow ? 38 : 22);
    const first = y;
    if (sheet.hasModes) {
    marks += drawModes(run, y, sheet);
    y += laneHeights.modes;
    }
    marks += drawDue(row, y, sheet);
    y += laneHeights.due;
    marks += drawThread(row, y, sheet);
    y += laneHeights.thread + 4;
    marks += drawScreen(row, y, sheet);
    y += laneHeights.screen;
    laneRows.push([first - 2, y + 4]);
    return marks;
    }
    const cut = (time) => clamp(time, state.begin, state.end);
    const isInWindow = (begin, end) => end > state.begin && begin < state.end;
    const fitting = (texts, room) => texts.find((text) => 7 * text.length < room);
    function drawModes(run, y, { width, place }) {
    let marks = line("grid s", `M10 ${y + 7}H${width - 10}`);
    for (const { begin, end, name } of run.modes) {
    if (!isInWindow(begin, end)) continue;
    const [left, right] = [place(cut(begin)), place(cut(end))];
    marks += box("modeground f mode", left, y, right - left, 15);
    marks += box("mode s", left, y, right - left, 15);
    const text = fitting([`run loop in ${name} mode`, `${name} mode`, name], right - left);
    if (text) marks += words("mode b", text, (left + right) / 2, y + 12, { anchor: "middle" });
    const length = milliseconds(end - begin);
    const said = `run loop in ${name} mode for ${length}, from ${seconds(begin)}`;
    laneItems.push([left, right, y, y + 15, said]);
    }
    return marks;
    }
    function drawDue(row, y, { width, place }) {
    const run = runOf(row);
    const pixels = ((width - 20) * run.period) / (state.end - state.begin);
    let [ticks, arrows, heads] = ["", "", ""];
    let worst = null;
    for (const { due, began, late } of run.callbacks) {
    if (due >= state.begin && due < state.end && (pixels >= 5 || late > lateFrom)) {
    ticks += `M${tenth(place(due))} ${y}v9`;
    }
    if (late <= lateFrom || began < state.begin || began >= state.end) continue;
    const x = place(began);
    const from = Math.min(x, Math.max(10, place(due)));
    arrows += `M${tenth(from)} ${y + 4}H${tenth(x)}`;
    if (pixels >= 13 || late > run.period) heads += `M${tenth(x)} ${y + 4}l-5-3v7z`;
    if (!worst || late > worst.late) worst = { late, from, x };
    }
    const said = worst && worst.late > run.period * 0.9 ? latenessWords(worst, y) : "";
    return line("ink s due", ticks) + line("ink s late", arrows) + line("ink f", heads) + said;
    }
    function latenessWords({ late, from, x }, y) {
    const text = `${milliseconds(late)} late`;
    const half = (7 * text.length) / 2 + 3;
    if (x - from <= 2 * half + 12) return "";
    const middle = (from + x) / 2;
    return box("paper f", middle - half, y - 2, 2 * half, 12) +
    words("ink f", text, middle, y + 8, { anchor: "middle" });
    }
    function drawThread(row, y, { width, place }) {
    const run = runOf(row);
    const height = laneHeights.thread;
    const tasks = run.tasks.filter(({ begin, end }) => isInWindow(begin, end)).map((task) => {
    return { ...task, left: place(cut(task.begin)), right: place(cut(task.end)) };
    });
    const byColor = new Map();
    for (const { owner, begin, end, left, right } of tasks) {
    const color = ownerColor(owner);
    const wide = Math.max(right, left + 1);
    byColor.set(color, [...(byColor.get(color) ?? []), [left, y, wide - left, height]]);
    const name = owner < 0 ? "task" : ownerName(owner);
    const said = `${name}, ${milliseconds(end - begin)}, from ${seconds(begin, 4)}`;
    laneItems.push([left, Math.max(left + 3, wide), y, y + height, said]);
    }
    let marks = box("cell f", 10, y, width - 20, height);
    for (const color of [...byColor.keys()].sort()) {
    marks += boxes(`${color} f work`, byColor.get(color));
    }
    marks += drawCallbacks(row, y, place);
    return marks + taskNames(tasks, y, width, place) + unknownParts(y, height, place);
    }
    function drawCallbacks(row, y, place) {
    const list = [];
    for (const { began, ended, late } of runOf(row).callbacks) {
    if (began < state.begin || began >= state.end) continue;
    const left = place(began);
    const right = Math.max(left + 1, place(cut(ended)));
    list.push([left, y, right - left, laneHeights.thread]);
    const when = late > lateFrom ? `${milliseconds(late)} late` : "on time";
    const said =
    `callback of ${armName(row)}, ${milliseconds(ended - began)}, ${when},` +
    ` began ${seconds(began, 4)}`;
    const item = [left - 2, Math.max(left + 4, right), y - 10, y + laneHeights.thread, said];
    laneItems.push(item);
    }
    return boxes(`arm${armColor(row)} f firing`, list);
    }
    function taskNames(tasks, y, width, place) {
    const taken = gapsIn(point().det, state.begin, state.end).map((gap) => gap.map(place));
    const meets = (list, left, right) => list.some(([from, until]) => left < until && right > from);
    const places = tasks.filter(({ left, right }) => right > left)
    .map(({ left, right }) => [left, right]);
    const wide = tasks.filter(({ left, right }) => right - left >= 5);
    wide.sort((one, other) => other.right - other.left - (one.right - one.left) ||
    one.left - other.left);
    let marks = "";
    for (const { owner, begin, end, left, right } of wide) {
    const name = owner < 0 ? "task" : ownerName(owner);
    const inside = fitting([`${name} ${milliseconds(end - begin)}`, name], right - left - 8);
    const x = inside ? left + 4 : right + 3;
    const last = x + 7 * (inside ?? name).length + 4;
    if (last >= width - 10 || meets(taken, x, last)) continue;
    if (!inside && meets(places, x, last)) continue;
    taken.push([x, last]);
    marks += words(inside ? "ink f" : "ink h", inside ?? name, x, y + 15);
    }
    return marks;
    }
    function unknownParts(y, height, place) {
    let marks = "";
    for (const [from, until] of gapsIn(point().det, state.begin, state.end)) {
    const [left, right] = [place(from), place(until)];
    marks += box("paper f", left, y, right - left, height);
    marks += box("grid s", left, y, right - left, height);
    const texts = ["tasks and callbacks are not in this page here", "not in this page"];
    const text = fitting(texts, right - left - 8);
    if (text) marks += words("muted f", text, (left + right) / 2, y + 15, { anchor: "middle" });
    }
    return marks;
    }
    function drawScreen(row, y, { width, place }) {
    const run = runOf(row);
    const height = laneHeights.screen;
    let marks = cells(run, row, place, y, height) + droppedNames(run, y, height, place);
    const [first, last] = run.refreshesBetween(state.begin, state.end);
    const pixels = ((width - 20) * run.period) / (state.end - state.begin);
    for (let refresh = first; refresh <= last; refresh++) {
    const [left, right] = ends(run, refresh, refresh + 1, place);
    const middle = (left + right) / 2;
    const unseen = run.unseen.get(refresh);
    if (unseen) {
    marks += line("ink f overwritten", `M${tenth(middle)} ${y + 19}l4 6h-8z`);
    if (pixels >= 22 && middle < width - 30) {
    marks += words("muted f", `+${unseen}`, middle + 6, y + 28);
    }
    }
    const more = unseen ? `; ${unseen} never shown` : "";
    const outcome = outcomeWords[run.outcomes[refresh]];
    const said = `refresh ${refresh} at ${seconds(run.times[refresh])}: ${outcome}${more}`;
    laneItems.push([left, right, y, y + 26, said]);
    }
    return marks;
    }
    function droppedNames(run, y, height, place) {
    const [first, last] = run.refreshesBetween(state.begin, state.end);
    let marks = "";
    for (const match of run.outcomes.slice(first, last + 1).matchAll(/d+/g)) {
    const from = first + match.index;
    const count = match[0].length;
    const [left, right] = ends(run, from, from + count, place);
    const text = fitting([`${count} dropped`, `${count}`], right - left - 3);
    if (!text) continue;
    const [middle, width] = [(left + right) / 2, 7 * text.length];
    marks += box("gone f", middle - width / 2, y, width, height);
    marks += words("ongone b", text, middle, y + height - 4, { anchor: "middle" });
    }
    return marks;
    }
    function drawList() {
    const run = runOf(state.arm);
    const more = run.hitchCount - run.hitches.length;
    find("#worst table").hidden = run.hitches.length === 0;
    find("#worst table").setAttribute("aria-label", `Worst hitches of ${armName(state.arm)}`);
    find("#worst tbody").innerHTML = run.hitches.map(hitchRow).join("");
    const rest = more > 0 ? `${grouped(more)} more, none longer.` : "";
    find("#worst p").textContent = run.hitches.length === 0 ? "No refresh was dropped." : rest;
    }
    function hitchRow(hitch, index) {
    const run = runOf(state.arm);
    const [begin, end] = run.span(hitch);
    const many = hitch.tasks > 1 ? `<small> × ${hitch.tasks}</small>` : "";
    return (
    `<tr class="go${index === state.hitch ? " on" : ""}" data-k="${index}">` +
    `<td class="r"><button class="link">${seconds(begin)}</button></td>` +
    `<td class="r">${milliseconds(end - begin)}</td><td class="r">${hitch.dropped}</td>` +
    `<td>${swatch(hitch.owner)}${escaped(ownerName(hitch.owner))}${many}</td></tr>`
    );
    }
    function drawCards() {
    findAll("#cards .card").forEach((card, index) => {
    const markup = point().cards[index] ?? "";
    card.hidden = markup === "";
    card.querySelector("div").innerHTML = markup;
    });
    const section = find("#s-helps");
    if (!section) return;
    section.hidden = !point().helps;
    if (!point().helps) return;
    [find("#say-helps").textContent, find("#helps").innerHTML] = point().helps;
    }
    function drawWords() {
    const where = `${seconds(state.begin)} to ${seconds(state.end)}`;
    const known = coverage(point().det, state.begin, state.end);
    const missing = {
    all: "",
    some: "; tasks and callbacks for a part of it",
    none: "; tasks and callbacks: see the command below",
    };
    find("#say-look").textContent =
    where + (point().words ? `, ${point().words}` : "") + missing[known];
    const command = find("#command");
    if (command) command.textContent = commandFor(state.begin, state.end);
    }
    function windowRows(run, begin, end) {
    const [first, last] = run.refreshesBetween(begin, end);
    const isIn = (time, refresh) => time >= run.times[refresh] && time < run.times[refresh + 1];
    const list = [];
    for (let refresh = first; refresh <= last; refresh++) {
    const callbacks = run.callbacks.filter(({ began }) => isIn(began, refresh));
    const tasks = run.tasks.filter((task) => isIn(task.begin, refresh));
    list.push({
    refresh,
    at: run.times[refresh],
    outcome: run.outcomes[refresh],
    due: callbacks.map(({ due }) => due),
    began: callbacks.map(({ began }) => began),
    late: callbacks.map(({ late }) => late),
    tasks: tasks.map((task) => [task.owner, task.end - task.begin]),
    });
    }
    return list;
    }
    const tableLimit = 400;
    function drawTable() {
    const table = find("#moment");
    if (!find("#reading").open) return;
    const all = windowRows(runOf(state.arm), state.begin, state.end);
    const list = (times, say) => times.map(say).join("<br/>") || "–";
    const cell = (content, name = "r") => `<td class="${name}">${content}</td>`;
    const body = all.slice(0, tableLimit).map((row) => {
    const tasks = list(row.tasks, ([owner, length]) =>
    `${escaped(owner < 0 ? "task" : ownerName(owner))} ${milliseconds(length)}`);
    return (
    `<tr tabindex="-1" data-at="${row.at}"><th scope="row" class="r">${seconds(row.at, 4)}</th>` +
    cell(outcomeWords[row.outcome], "") +
    cell(list(row.due, (time) => seconds(time, 4))) +
    cell(list(row.began, (time) => seconds(time, 4))) +
    cell(list(row.late, (time) => (time > lateFrom ? milliseconds(time) : "on time"))) +
    `${cell(tasks, "")}</tr>`
    );
    });
    table.setAttribute("aria-label", `The window, refresh by refresh: ${armName(state.arm)}`);
    table.querySelector("tbody").innerHTML = body.join("");
    table.querySelector("tbody tr")?.setAttribute("tabindex", "0");
    const more = all.length - tableLimit;
    find("#say-moment").textContent =
    armName(state.arm) + (more > 0 ? `; ${grouped(more)} more refreshes in the window` : "");
    }
    function walkTable(step) {
    const all = findAll("#moment tbody tr");
    const from = all.indexOf(document.activeElement);
    const row = all[clamp(from + step, 0, all.length - 1)];
    if (!row) return;
    all.forEach((other) => other.setAttribute("tabindex", other === row ? "0" : "-1"));
    row.focus();
    moveTo(+row.dataset.at + runOf(state.arm).period / 2);
    }
    let marked = null;
    function threadBetween(run, begin, end) {
    const spans = [
    ...run.tasks.map((task) => {
    return { ...task, name: task.owner < 0 ? "task" : ownerName(task.owner) };
    }),
    ...run.callbacks.map(({ began, ended }) => ({ begin: began, end: ended, name: "callbacks" })),
    ].filter((span) => span.end > begin && span.begin < end);
    spans.sort((one, other) => one.begin - other.begin || other.end - one.end);
    const shares = new Map();
    const running = [];
    let now = begin;
    const passUntil = (time) => {
    while (now < time) {
    while (running.length > 0 && running.at(-1).end <= now) running.pop();
    const next = Math.min(time, running.at(-1)?.end ?? time);
    const name = running.at(-1)?.name ?? "no task";
    shares.set(name, (shares.get(name) ?? 0) + next - now);
    now = next;
    }
    };
    for (const span of spans) {
    passUntil(Math.max(begin, span.begin));
    running.push(span);
    }
    passUntil(end);
    return [...shares].sort((one, other) => other[1] - one[1]);
    }
    function drawShares() {
    const { begin, end } = marked ?? state;
    const known = coverage(point().det, begin, end);
    const shown = known === "all" ? rows().filter((row) => state.shown.has(row)) : [];
    const lines = shown.map((row) => {
    const shares = threadBetween(runOf(row), begin, end).map(([name, length]) =>
    `${escaped(name)} ${milliseconds(length)}`);
    return `<br/>${escaped(armName(row))}: ${shares.join(", ")}`;
    });
    const hint = marked ? "a double click shows it alone" : "drag in the lanes to mark a part of it";
    const said = known === "all" ? hint : "tasks and callbacks of it are not in this page";
    find("#shares").innerHTML =
    `Thread, ${seconds(begin)} to ${seconds(end)}; ${said}${lines.join("")}`;
    }
    function mark(begin, end) {
    const [from, until] = [Math.min(begin, end), Math.max(begin, end)];
    const isNothing = !(until > from);
    marked = isNothing
    ? null
    : { begin: clamp(from, state.begin, state.end), end: clamp(until, state.begin, state.end) };
    drawMark();
    drawShares();
    }
    function drawMark() {
    const frame = find("#marked");
    if (!frame) return;
    const isSeen = marked !== null && isInWindow(marked.begin, marked.end);
    const place = placeIn(widths.lanes);
    const [left, right] = isSeen ? [place(cut(marked.begin)), place(cut(marked.end))] : [0, 0];
    frame.setAttribute("x", tenth(left));
    frame.setAttribute("width", tenth(right - left));
    }
    function listenToMarking() {
    const lanes = find("#lanes");
    let from = null;
    listen(lanes, "pointerdown", (event) => {
    if (event.button === 0) from = { x: event.clientX, time: timeUnder(event, "lanes") };
    });
    listen(lanes, "pointermove", (event) => {
    if (!from || Math.abs(event.clientX - from.x) < 4) return;
    halt();
    lanes.setPointerCapture(event.pointerId);
    mark(from.time, timeUnder(event, "lanes"));
    });
    listen(lanes, "pointerup", (event) => {
    const isClick = from && Math.abs(event.clientX - from.x) < 4;
    const isOutside = marked && !(from?.time >= marked.begin && from?.time < marked.end);
    if (isClick && isOutside) mark(0, 0);
    from = null;
    });
    listen(lanes, "dblclick", (event) => {
    halt();
    if (!marked) return zoom(0.5, timeUnder(event, "lanes"));
    const { begin, end } = marked;
    marked = null;
    showWindow(begin, end, Infinity);
    });
    }
    const say = (text) => {
    find("#live").textContent = text;
    };
    const widthOf = (name) => {
    const width = Math.floor(find(`#${name}`).clientWidth);
    return width > 200 ? width : widths[name];
    };
    function draw({ windowAlone = false } = {}) {
    widths.stage = widthOf("stage");
    widths.lanes = widthOf("lanes");
    find("#stage").innerHTML = drawReplay(widths.stage);
    find("#lanes").innerHTML = drawLanes(widths.lanes);
    if (!windowAlone) {
    widths.over = widthOf("over");
    find("#over").innerHTML = drawOverview(widths.over);
    drawList();
    for (const map of findAll(".heat")) {
    map.classList.toggle("wide", map.scrollWidth > map.clientWidth + 1);
    }
    }
    for (const chip of findAll("#chips button")) {
    chip.hidden = !rows().includes(+chip.dataset.i);
    chip.setAttribute("aria-pressed", state.shown.has(+chip.dataset.i));
    }
    drawMark();
    drawShares();
    drawWords();
    drawTable();
    moveBrush();
    drawRibbon();
    drawNow();
    }
    let addressTimer = 0;
    function keepAddress() {
    clearTimeout(addressTimer);
    addressTimer = setTimeout(() => {
    try {
    history.replaceState(null, "", addressOf(state));
    } catch {
    }
    }, 200);
    }
    function setSpeed() {
    if (state.hasOwnSpeed) return;
    state.speed = usualSpeed(state.end - state.begin);
    find("#speed").value = String(state.speed);
    }
    function showWindow(begin, end, most = mostWindow) {
    [state.begin, state.end] = fittingWindow(begin, end, runLength(), most);
    state.now = clamp(state.now, state.begin, state.end - 1);
    if (marked && !isInWindow(marked.begin, marked.end)) marked = null;
    setSpeed();
    draw({ windowAlone: true });
    keepAddress();
    }
    function showHitch(index, scrolls = false) {
    const run = runOf(state.arm);
    const hitch = run.hitches[index];
    if (!hitch) return;
    halt();
    state.hitch = index;
    const { begin, end, now } = windowAbout(run, hitch);
    state.now = now;
    showWindow(begin, end, Infinity);
    findAll("#worst tr.go").forEach((row) => {
    row.classList.toggle("on", +row.dataset.k === index);
    if (scrolls && +row.dataset.k === index) row.scrollIntoView({ block: "nearest" });
    });
    const [from, until] = run.span(hitch);
    const what = `${milliseconds(until - from)} at ${seconds(from)}`;
    say(`Hitch ${index + 1}: ${what}, because of ${ownerName(hitch.owner)}`);
    }
    const dimensions = data.points[0].v.map((_, index) => {
    return [...new Set(data.points.map((other) => other.v[index]))];
    });
    function showPoint(number, keeps = true) {
    const shown = data.points[number];
    state.point = number;
    marked = null;
    [state.begin, state.end, state.now] = shown.w;
    Object.assign(state, { arm: shown.lead, shown: new Set(shown.show), hitch: -1 });
    state.hasOwnSpeed = false;
    setSpeed();
    find("#armsel").innerHTML = shown.runs.map((_, row) => {
    const count = grouped(packedRun(row, number).hn);
    return `<option value="${row}">${escaped(armName(row))} (${count})</option>`;
    }).join("");
    find("#armsel").value = String(state.arm);
    for (const button of findAll("[data-p]")) {
    button.setAttribute("aria-pressed", +button.dataset.p === number);
    }
    for (const slider of findAll("[data-dim]")) showValue(slider, shown.v[+slider.dataset.dim]);
    drawCards();
    draw();
    if (keeps) keepAddress();
    }
    function showValue(slider, value) {
    const values = dimensions[+slider.dataset.dim];
    slider.max = values.length - 1;
    slider.value = values.indexOf(value);
    slider.setAttribute("aria-valuetext", value);
    slider.parentNode.querySelector("output").textContent = value;
    }
    const prefersStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
    const loopLimit = 5;
    const restLength = 700;
    let lastFrame = 0;
    let restsSince = 0;
    function playFrame(time) {
    if (!state.isPlaying) return;
    state.now += Math.min(100, time - lastFrame) * 1e3 * state.speed;
    lastFrame = time;
    if (state.now >= state.end - 1) restAtEnd(time);
    drawNow();
    if (state.isPlaying) requestAnimationFrame(playFrame);
    }
    function restAtEnd(time) {
    state.now = state.end - 1;
    restsSince = restsSince || time;
    if (time - restsSince <= restLength) return;
    restsSince = 0;
    state.now = state.begin;
    if (!state.playsByItself || ++state.loops < loopLimit) return;
    halt();
    state.now = clamp(point().w[2], state.begin, state.end - 1);
    }
    function play() {
    if (state.isPlaying) return;
    state.isPlaying = true;
    restsSince = 0;
    find("#play").textContent = "❚❚ Pause";
    if (state.now >= state.end - 2e4) state.now = state.begin;
    requestAnimationFrame((time) => {
    lastFrame = time;
    playFrame(time);
    });
    }
    function pause() {
    state.isPlaying = false;
    find("#play").textContent = "▶ Play";
    }
    function halt() {
    pause();
    state.playsByItself = false;
    }
    function togglePlaying() {
    state.playsByItself = false;
    if (state.isPlaying) pause();
    else play();
    }
    function moveTo(time) {
    halt();
    state.now = clamp(time, state.begin, state.end - 1);
    drawNow();
    }
    function stepBy(count) {
    const run = runOf(state.arm);
    const refresh = clamp(run.refreshAt(state.now) + count, 0, run.count - 1);
    moveTo(run.times[refresh] + run.period / 2);
    const outcomes = rows().map((row) => {
    const other = runOf(row);
    return `${armName(row)}: ${outcomeWords[other.outcomes[other.refreshAt(state.now)]]}`;
    });
    say(`${seconds(state.now)}. ${outcomes.join("; ")}`);
    }
    function zoom(factor, center = state.now) {
    halt();
    showWindow(center - (center - state.begin) * factor, center + (state.end - center) * factor);
    }
    function moveWindow(share) {
    halt();
    const most = runLength() - state.end;
    const distance = clamp(share * (state.end - state.begin), -state.begin, most);
    state.now += distance;
    showWindow(state.begin + distance, state.end + distance, Infinity);
    }
    function pointNear(parts, place) {
    const distance = ([from, until]) => Math.max(from - place, place - until, 0);
    const known = parts.filter(([, , point]) => point >= 0);
    return known.reduce((best, part) => (distance(part) < distance(best) ? part : best))[2];
    }
    function pointBeside(places, number, step) {
    const ordered = [...places.keys()].sort((one, other) => places[one] - places[other]);
    return ordered[clamp(ordered.indexOf(number) + step, 0, ordered.length - 1)];
    }
    function showDate(number) {
    if (number === state.point) return;
    const { now, isPlaying } = state;
    halt();
    showPoint(number);
    state.now = clamp(now, state.begin, state.end - 1);
    drawNow();
    if (isPlaying) play();
    }
    function drawRibbon() {
    const ribbon = find("#ribbon");
    if (!ribbon) return;
    const [place, words] = [data.ribbon.at[state.point], data.ribbon.say[state.point]];
    find("#phases").hidden = place === undefined;
    if (place === undefined) return;
    find("#date").setAttribute("x", place - 15);
    ribbon.setAttribute("aria-valuenow", place);
    ribbon.setAttribute("aria-valuetext", words);
    find("#say-ribbon").textContent = words;
    }
    function listenToRibbon() {
    const ribbon = find("#ribbon");
    if (!ribbon) return;
    const roles = { role: "slider", tabindex: 0, "aria-valuemin": 0, "aria-valuemax": 10000 };
    for (const [name, value] of Object.entries(roles)) ribbon.setAttribute(name, value);
    const { at: places, parts } = data.ribbon;
    const showUnder = (event) => {
    const { left, width } = ribbon.getBoundingClientRect();
    showDate(pointNear(parts, ((event.clientX - left) / width) * 10000));
    };
    listen(ribbon, "pointerdown", (event) => {
    ribbon.setPointerCapture(event.pointerId);
    showUnder(event);
    });
    listen(ribbon, "pointermove", (event) => {
    if (ribbon.hasPointerCapture(event.pointerId)) showUnder(event);
    });
    const beside = (step) => () => showDate(pointBeside(places, state.point, step));
    listen(ribbon, "keydown", onKeys({
    ArrowRight: beside(1),
    ArrowUp: beside(1),
    ArrowLeft: beside(-1),
    ArrowDown: beside(-1),
    PageUp: beside(4),
    PageDown: beside(-4),
    Home: beside(-1e9),
    End: beside(1e9),
    }));
    }
    function lessonOf(number) {
    const starts = findAll(".lesson").filter((lesson) => lesson.dataset.lesson <= number);
    return starts.sort((one, other) => other.dataset.lesson - one.dataset.lesson)[0];
    }
    function bringReplay(lesson) {
    for (const still of findAll(".still")) still.hidden = lesson.contains(still);
    lesson.querySelector(".still").before(find("#player"));
    find("#player").hidden = false;
    }
    function playLesson(lesson) {
    halt();
    bringReplay(lesson);
    showPoint(+lesson.dataset.lesson);
    find("#stage").scrollIntoView({ block: "nearest" });
    if (prefersStill()) return;
    state.now = state.begin;
    Object.assign(state, { loops: 0, playsByItself: true });
    play();
    }
    function takeGuess(lesson, guess) {
    const right = +lesson.dataset.right;
    [...lesson.querySelectorAll(".guess button")].forEach((button, index) => {
    button.setAttribute("aria-pressed", index === guess);
    button.classList.toggle("yes", index === right);
    button.classList.toggle("no", index === guess && index !== right);
    });
    const answer = lesson.querySelector(".answer");
    const words = answer.querySelector("b").textContent;
    say(guess === right ? `Right. ${words}` : `It is ${words}`);
    if (answer.open) playLesson(lesson);
    else answer.open = true;
    lesson.scrollIntoView();
    }
    function listenToLessons() {
    const asked = stateOf(location.hash, data.points.length, data.arms.length);
    const first = asked && lessonOf(asked.point);
    if (first) {
    bringReplay(first);
    first.querySelector(".answer").open = true;
    }
    for (const lesson of findAll(".lesson")) {
    [...lesson.querySelectorAll(".guess button")].forEach((button, index) => {
    listen(button, "click", () => takeGuess(lesson, index));
    });
    const answer = lesson.querySelector(".answer");
    listen(answer, "toggle", () => {
    const isHere = answer.contains(find("#player"));
    if (answer.open && !isHere) playLesson(lesson);
    else if (!answer.open && isHere) halt();
    });
    }
    }
    const savedStyles = [
    "fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-family", "font-size",
    "font-weight", "paint-order", "text-anchor",
    ];
    function styledCopy(svg, x, y) {
    const copy = svg.cloneNode(true);
    const originals = [svg, ...svg.querySelectorAll("*")];
    [copy, ...copy.querySelectorAll("*")].forEach((element, index) => {
    const style = getComputedStyle(originals[index]);
    for (const name of savedStyles) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute("class");
    element.removeAttribute("id");
    });
    copy.setAttribute("x", x);
    copy.setAttribute("y", y);
    return copy;
    }
    function savedLines() {
    const where = `${seconds(state.begin)} to ${seconds(state.end)}, now ${seconds(state.now)}`;
    const place = point().words ? `${point().words}; ` : "";
    const commands = find("#command")?.textContent.split("\n") ?? [];
    return { title: document.title, where: place + where, commands };
    }
    function savedSVG() {
    const [stage, lanes] = [find("#stage svg"), find("#lanes svg")];
    const size = (svg) => [+svg.getAttribute("width"), +svg.getAttribute("height")];
    const width = Math.max(size(stage)[0], size(lanes)[0]) + 24;
    const lanesTop = 44 + size(stage)[1] + 12;
    const { title, where, commands } = savedLines();
    const height = lanesTop + size(lanes)[1] + 36 + 20 * commands.length;
    const space = stage.namespaceURI;
    const root = document.createElementNS(space, "svg");
    const add = (name, attributes, text = "") => {
    const element = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    root.append(element);
    };
    const ground = getComputedStyle(document.documentElement);
    const letters = { fill: ground.color, "font-family": ground.fontFamily };
    Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })
    .forEach(([key, value]) => root.setAttribute(key, value));
    add("title", {}, title);
    add("desc", {}, `${where}. ${commands.join("; ")}`);
    add("rect", { width, height, fill: ground.backgroundColor });
    add("text", { ...letters, x: 12, y: 28, "font-size": 18, "font-weight": 700 }, title);
    root.append(styledCopy(stage, 12, 44), styledCopy(lanes, 12, lanesTop));
    const small = { ...letters, x: 12, "font-size": 12, "font-family": "monospace" };
    const last = height - 12 - 20 * commands.length;
    add("text", { ...letters, x: 12, y: last, "font-size": 13 }, where);
    commands.forEach((command, index) => {
    add("text", { ...small, y: last + 20 * (index + 1) }, command);
    });
    return new XMLSerializer().serializeToString(root);
    }
    function download(address, ending) {
    const link = document.createElement("a");
    const name = document.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
    link.href = address;
    link.download = `${name}-${Math.round(state.begin / 1e3)}ms.${ending}`;
    link.click();
    }
    const svgAddress = () => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(savedSVG())}`;
    function saveSVG() {
    download(svgAddress(), "svg");
    say("SVG saved");
    }
    async function savePNG() {
    const image = new Image();
    image.src = svgAddress();
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width * 2, image.height * 2];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    download(canvas.toDataURL("image/png"), "png");
    say("PNG saved");
    }
    async function copy(text, said) {
    try {
    await navigator.clipboard.writeText(text);
    say(said);
    } catch {
    const field = find("#copied");
    field.hidden = false;
    field.value = text;
    field.focus();
    field.select();
    document.execCommand("copy");
    say(`${said}; it is selected as well`);
    }
    }
    const onKeys = (actions) => (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
    };
    const previousHitch = () => showHitch(Math.max(0, state.hitch - 1), true);
    const nextHitch = () => showHitch(state.hitch + 1, true);
    const zoomIn = () => zoom(0.6);
    const zoomOut = () => zoom(1 / 0.6);
    function listenToKeys() {
    const keys = onKeys({
    " ": togglePlaying,
    ArrowRight: () => stepBy(1),
    ArrowLeft: () => stepBy(-1),
    Home: () => moveTo(state.begin),
    End: () => moveTo(state.end),
    n: nextHitch,
    p: previousHitch,
    "+": zoomIn,
    "=": zoomIn,
    "-": zoomOut,
    });
    for (const name of ["#stage", "#lanes"]) listen(find(name), "keydown", keys);
    const center = () => (state.begin + state.end) / 2;
    listen(find("#over"), "keydown", onKeys({
    ArrowRight: () => moveWindow(0.2),
    ArrowLeft: () => moveWindow(-0.2),
    PageDown: () => moveWindow(1),
    PageUp: () => moveWindow(-1),
    ArrowUp: () => zoom(0.8, center()),
    ArrowDown: () => zoom(1.25, center()),
    Home: () => moveWindow(-1e9),
    End: () => moveWindow(1e9),
    }));
    listen(find("#moment"), "keydown", onKeys({
    ArrowDown: () => walkTable(1),
    ArrowUp: () => walkTable(-1),
    PageDown: () => walkTable(10),
    PageUp: () => walkTable(-10),
    Home: () => walkTable(-1e9),
    End: () => walkTable(1e9),
    }));
    }
    function listenToButtons() {
    const actions = {
    play: togglePlaying,
    back: () => stepBy(-1),
    on: () => stepBy(1),
    prev: previousHitch,
    next: nextHitch,
    in: zoomIn,
    out: zoomOut,
    svg: saveSVG,
    png: savePNG,
    link: () => copy(location.href.replace(/#.*/, "") + addressOf(state), "Link copied"),
    copy: () => copy(find("#command").textContent, "Command copied"),
    };
    for (const [name, action] of Object.entries(actions)) listen(find(`#${name}`), "click", action);
    listen(find("#more"), "click", (event) => {
    state.showsAll = !state.showsAll;
    event.target.setAttribute("aria-pressed", state.showsAll);
    draw();
    });
    listen(find("#speed"), "change", (event) => {
    state.speed = +event.target.value;
    state.hasOwnSpeed = true;
    });
    listen(find("#reading"), "toggle", drawTable);
    listen(find(".chip"), "click", () => {
    const folded = find("#expectations");
    if (folded) folded.open = true;
    });
    }
    function chooseArm(row) {
    Object.assign(state, { arm: row, hitch: -1 });
    if (!rows().includes(row)) state.showsAll = true;
    find("#more")?.setAttribute("aria-pressed", state.showsAll);
    state.shown.add(row);
    find("#armsel").value = String(row);
    draw();
    keepAddress();
    }
    function listenToChoices() {
    listen(find("#worst"), "click", (event) => {
    const row = event.target.closest("tr.go");
    if (row) showHitch(+row.dataset.k);
    });
    listen(find("#armsel"), "change", (event) => chooseArm(+event.target.value));
    for (const chip of findAll("#chips button")) {
    listen(chip, "click", () => {
    const row = +chip.dataset.i;
    if (!state.shown.has(row)) state.shown.add(row);
    else if (state.shown.size > 1) state.shown.delete(row);
    draw({ windowAlone: true });
    keepAddress();
    });
    }
    for (const button of findAll("[data-p]")) {
    listen(button, "click", () => {
    const plays = state.isPlaying;
    halt();
    showPoint(+button.dataset.p);
    if (plays) play();
    });
    }
    for (const slider of findAll("[data-dim]")) {
    listen(slider, "input", () => {
    halt();
    const dimension = +slider.dataset.dim;
    const values = [...point().v];
    values[dimension] = dimensions[dimension][+slider.value];
    showPoint(nearestPoint(data.points, values, dimension));
    });
    }
    }
    function timeUnder(event, name) {
    const left = find(`#${name}`).getBoundingClientRect().left + 10;
    const share = (event.clientX - left) / (widths[name] - 20);
    return state.begin + share * (state.end - state.begin);
    }
    function listenToPictures() {
    const [stage, lanes] = [find("#stage"), find("#lanes")];
    listen(stage, "click", (event) => moveTo(timeUnder(event, "stage")));
    listen(lanes, "pointermove", (event) => {
    const frame = lanes.getBoundingClientRect();
    const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
    const found = laneItems.findLast(([left, right, top, bottom]) =>
    x >= left - 1 && x <= right + 1 && y >= top && y <= bottom);
    showTip("lanes", found?.[4] ?? "", event);
    });
    listen(lanes, "wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 0.8 : 1.25, timeUnder(event, "lanes"));
    }, { passive: false });
    for (const name of ["over", "lanes"]) {
    listen(find(`#${name}`), "pointerleave", () => showTip(name, ""));
    }
    }
    function showTip(name, text, event) {
    const tip = find(`#tip-${name}`);
    tip.hidden = !text;
    if (!text) return;
    tip.textContent = text;
    const frame = find(`#${name}`).getBoundingClientRect();
    const most = Math.max(0, frame.width - tip.offsetWidth);
    const x = clamp(event.clientX - frame.left + 12, 0, most);
    const y = Math.round(event.clientY - frame.top + 18);
    tip.style.transform = `translate(${x}px,${y}px)`;
    }
    function listenToBrush() {
    const over = find("#over");
    let drag = null;
    const timeAt = (event) => {
    const left = over.getBoundingClientRect().left + overviewLeft;
    return clamp((event.clientX - left) / (widths.over - 34), 0, 1) * runLength();
    };
    listen(over, "pointerdown", (event) => {
    halt();
    const time = timeAt(event);
    const near = (runLength() / (widths.over - 34)) * 9;
    const half = (state.end - state.begin) / 2;
    const isInside = time > state.begin && time < state.end;
    if (Math.abs(time - state.begin) < near) drag = "begin";
    else if (Math.abs(time - state.end) < near) drag = "end";
    else {
    if (!isInside) showWindow(time - half, time + half);
    drag = time - state.begin;
    }
    over.setPointerCapture(event.pointerId);
    });
    listen(over, "pointermove", (event) => {
    const time = timeAt(event);
    if (drag === null) return tellStay(event, time);
    if (drag === "begin") return showWindow(Math.min(time, state.end - leastWindow), state.end);
    if (drag === "end") return showWindow(state.begin, Math.max(time, state.begin + leastWindow));
    showWindow(time - drag, time - drag + state.end - state.begin, Infinity);
    });
    listen(over, "pointerup", () => {
    drag = null;
    });
    }
    function tellStay(event, time) {
    const y = event.clientY - find("#over").getBoundingClientRect().top - 16;
    const index = Math.floor(y / (overviewRowHeight() + 7));
    const row = rows()[clamp(index, 0, rows().length - 1)];
    const run = runOf(row);
    const refresh = run.refreshAt(time);
    const hitch = [...run.allHitches()].find((one) => one.first <= refresh && refresh < one.next);
    const stay = hitch ? run.span(hitch) : null;
    const said = stay
    ? `the frame of ${seconds(stay[0])} stays ${milliseconds(stay[1] - stay[0])}`
    : outcomeWords[run.outcomes[refresh]];
    showTip("over", `${armName(row)} at ${seconds(time)}: ${said}`, event);
    }
    function playWhenSeen() {
    if (prefersStill() || !("IntersectionObserver" in window)) return;
    state.playsByItself = true;
    let isFirst = true;
    const watch = (entries) => {
    if (!state.playsByItself) return;
    if (!entries.at(-1).isIntersecting) return pause();
    if (isFirst) state.now = state.begin;
    isFirst = false;
    play();
    };
    new IntersectionObserver(watch, { threshold: 0.35 }).observe(find("#stage"));
    }
    function begin() {
    const asked = stateOf(location.hash, data.points.length, data.arms.length);
    showPoint(asked?.point ?? data.first, false);
    if (!asked) return playWhenSeen();
    if (asked.shown.length > 0) state.shown = new Set(asked.shown);
    state.arm = asked.arm ?? state.arm;
    find("#armsel").value = String(state.arm);
    drawList();
    state.now = asked.now;
    showWindow(asked.begin, asked.end, Infinity);
    }
    function start() {
    listenToKeys();
    listenToButtons();
    listenToChoices();
    listenToPictures();
    listenToMarking();
    listenToBrush();
    listenToRibbon();
    listenToLessons();
    let width = innerWidth;
    listen(window, "resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    draw();
    });
    listen(document, "visibilitychange", () => {
    if (document.hidden) pause();
    else if (state.playsByItself) play();
    });
    for (const element of findAll(".js[hidden]")) element.hidden = false;
    const drawn = find("#stage svg")?.getAttribute("width") ?? 0;
    const fits = Math.abs(widthOf("stage") - drawn) < 3;
    if (fits && !location.hash) requestAnimationFrame(() => setTimeout(begin));
    else begin();
    }
    window.lab = {
    seek: (time) => moveTo(time * 1e3),
    window: (first, last) => {
    halt();
    showWindow(first * 1e3, last * 1e3);
    },
    point: (number) => {
    halt();
    showPoint(number);
    },
    list: chooseArm,
    mark: (first, last) => mark(first * 1e3, last * 1e3),
    show: showHitch,
    state: () => ({ ...state, shown: [...state.shown] }),
    run: (row) => runOf(row),
    };
    start();
    """#

  static let index = #"""
    const field = document.querySelector("#filter");
    const failing = document.querySelector("#failing");
    const entries = [...document.querySelectorAll("tbody tr[data-words]")];
    const headings = [...document.querySelectorAll("tbody tr:not([data-words])")];
    const isFound = (text, asked) =>
    asked.toLowerCase().split(/\s+/).every((word) => text.toLowerCase().includes(word));
    function filter() {
    const onlyFailing = failing.getAttribute("aria-pressed") === "true";
    for (const row of entries) {
    const hidden = onlyFailing && row.dataset.outcome === "holds";
    row.hidden = hidden || !isFound(row.dataset.words, field.value.trim());
    }
    for (const heading of headings) {
    let row = heading.nextElementSibling;
    let isEmpty = true;
    for (; row?.dataset.words !== undefined; row = row.nextElementSibling) {
    if (!row.hidden) isEmpty = false;
    }
    heading.hidden = isEmpty;
    }
    const count = entries.filter((row) => !row.hidden).length;
    document.querySelector("#count").textContent = `${count} of ${entries.length}`;
    }
    field.addEventListener("input", filter);
    failing.addEventListener("click", () => {
    const isPressed = failing.getAttribute("aria-pressed") === "true";
    failing.setAttribute("aria-pressed", String(!isPressed));
    filter();
    });
    for (const element of document.querySelectorAll(".js[hidden]")) element.hidden = false;
    filter();
    """#

  static let style = #"""
    :root {
    color-scheme: light dark;
    --line: #D8DEE4;
    --panel: #F4F6F8;
    --mute: #57606A;
    --sel: #0969DA;
    --bg: #FFFFFF;
    --ink: #16191D;
    --drop: #D1242F;
    }
    @media screen and (prefers-color-scheme:dark) {
    :root {
    --line: #343B42;
    --panel: #1B1F24;
    --mute: #A3ABB5;
    --sel: #58A6FF;
    --bg: #14171A;
    --ink: #E8EAED;
    --drop: #FF6B61;
    }
    }
    * {
    box-sizing: border-box;
    }
    html {
    background: var(--bg);
    color: var(--ink);
    font: 15px/1.45 system-ui,Helvetica,Arial,sans-serif;
    }
    body {
    max-width: 1200px;
    margin: 0 auto;
    padding: 18px 24px 24px;
    }
    h1 {
    font-size: 30px;
    line-height: 1.15;
    margin: 0;
    }
    h2 {
    font-size: 17px;
    margin: 0;
    }
    h3.mini {
    font-size: 14px;
    margin: 6px 0 2px;
    }
    p {
    margin: 0;
    }
    a {
    color: var(--sel);
    }
    .q {
    font-size: 17px;
    color: var(--mute);
    margin: 4px 0 0;
    max-width: 90ch;
    }
    .a {
    margin: 6px 0 0;
    max-width: 100ch;
    }
    .top, .bar {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 14px;
    align-items: center;
    }
    .top {
    justify-content: space-between;
    }
    .bar {
    min-height: 34px;
    margin: 0 0 6px;
    }
    .right {
    margin-left: auto;
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
    }
    .say {
    color: var(--mute);
    font-size: 14px;
    font-variant-numeric: tabular-nums;
    }
    main {
    margin-top: 12px;
    }
    section {
    margin: 0 0 18px;
    }
    .cards {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(260px, 1fr));
    gap: 12px;
    margin: 0 0 18px;
    }
    .card {
    background: var(--panel);
    border-radius: 10px;
    padding: 12px 16px 14px;
    min-width: 0;
    margin: 0;
    }
    .card h2 {
    font-size: 12px;
    color: var(--mute);
    text-transform: uppercase;
    letter-spacing: .06em;
    }
    .card strong {
    display: block;
    font-size: 20px;
    line-height: 1.25;
    margin: 2px 0;
    overflow-wrap: anywhere;
    }
    .card p {
    font-size: 13.5px;
    color: var(--mute);
    }
    .card svg:not(.sw) {
    margin: 7px 0 4px;
    width: 100%;
    height: 14px;
    }
    svg {
    display: block;
    max-width: 100%;
    height: auto;
    }
    .sw {
    display: inline-block;
    margin-right: 5px;
    border-radius: 2px;
    vertical-align: -1px;
    }
    .sw.modeground {
    outline: 1px solid #6E5A00;
    }
    small {
    color: var(--mute);
    font-size: 12.5px;
    font-weight: 400;
    }
    .cap {
    font-size: 13.5px;
    color: var(--mute);
    margin: 4px 0 8px;
    padding: 0 6px;
    max-width: 100ch;
    }
    #command {
    white-space: pre-wrap;
    }
    .diff {
    font: 13px/1.5 ui-monospace, monospace;
    background: var(--panel);
    border-radius: 8px;
    padding: 12px;
    }
    .diff ins,
    .diff del {
    display: block;
    white-space: pre-wrap;
    text-decoration: none;
    }
    .diff del {
    color: var(--mute);
    }
    pre {
    overflow: auto;
    background: var(--panel);
    padding: 12px;
    border-radius: 8px;
    font-size: 13px;
    }
    dl {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: 4px 14px;
    font-size: 13.5px;
    }
    dt {
    font-weight: 600;
    }
    dd {
    margin: 0;
    }
    .vh {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    }
    .nojs {
    display: none;
    }
    [hidden] {
    display: none !important;
    }
    .multi svg {
    overflow: visible;
    }
    .why {
    display: grid;
    grid-template-columns: minmax(0,1fr) 350px;
    gap: 18px;
    align-items: start;
    }
    .list {
    max-height: 330px;
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: 8px;
    }
    .list table {
    font-size: 13px;
    }
    .list thead th {
    position: sticky;
    top: 0;
    background: var(--bg);
    }
    .list td {
    white-space: nowrap;
    }
    table {
    border-collapse: collapse;
    font-size: 13.5px;
    width: 100%;
    font-variant-numeric: tabular-nums;
    }
    th, td {
    padding: 3px 8px;
    text-align: left;
    border-bottom: 1px solid var(--line);
    }
    th {
    font-weight: 600;
    color: var(--mute);
    }
    tbody th {
    color: var(--ink);
    }
    .r {
    text-align: right;
    white-space: nowrap;
    }
    tr.go {
    cursor: pointer;
    }
    tr.on td, tr.go:hover td {
    background: var(--panel);
    }
    .share {
    width: 26%;
    }
    .bars th, .bars td {
    border: 0;
    padding: 1px 6px;
    font-weight: 400;
    }
    .share svg {
    width: 100%;
    height: 10px;
    }
    .heat table {
    width: auto;
    }
    .heat caption {
    position: sticky;
    left: 0;
    width: max-content;
    text-align: left;
    font-weight: 650;
    padding: 0 0 4px;
    }
    .heat.wide caption::after {
    content: " · scroll →";
    }
    .heat th, .heat td {
    border: 0;
    padding: 1px;
    text-align: center;
    }
    .heat th {
    padding: 1px 4px;
    white-space: nowrap;
    }
    .heat th[scope=row] {
    position: sticky;
    left: 0;
    background: var(--bg);
    }
    .heat td button, .heat td span {
    display: block;
    min-width: 56px;
    border: 0;
    border-radius: 4px;
    min-height: 30px;
    max-width: none;
    padding: 4px;
    }
    .heat td.fails {
    outline: 2px solid var(--ink);
    }
    .heat button[aria-pressed=true] {
    box-shadow: 0 0 0 2px var(--bg),0 0 0 5px var(--sel);
    }
    .multi {
    display: flex;
    flex-wrap: wrap;
    gap: 10px 18px;
    align-items: flex-start;
    }
    .multi > div {
    flex: 0 1 262px;
    }
    .multi > .heat {
    flex: 0 1 auto;
    max-width: 100%;
    padding: 0 5px 5px 0;
    overflow-x: auto;
    }
    .scroll {
    overflow-x: auto;
    }
    .strip {
    width: 260px;
    }
    .heat [class^="heat"] {
    background: currentColor;
    }
    .heat [class^="heat"] b, .heat .cell b {
    color: var(--ink);
    }
    .heat :is(.heat4, .heat5, .heat6) b {
    color: var(--bg);
    }
    th abbr {
    text-decoration: none;
    cursor: help;
    }
    .tall {
    max-height: 330px;
    overflow: auto;
    }
    #moment tr:focus-visible {
    outline-offset: -3px;
    }
    .chip {
    font-size: 13px;
    border: 1px solid var(--line);
    border-radius: 99px;
    padding: 2px 12px;
    color: inherit;
    text-decoration: none;
    }
    button, select {
    font: inherit;
    font-size: 14px;
    color: inherit;
    background: var(--bg);
    border: 1px solid var(--line);
    border-radius: 7px;
    padding: 4px 11px;
    min-height: 32px;
    cursor: pointer;
    max-width: 100%;
    }
    button.main {
    background: var(--ink);
    color: var(--bg);
    min-width: 88px;
    font-weight: 600;
    }
    button.link {
    border: 0;
    background: none;
    padding: 0;
    min-height: 24px;
    color: var(--sel);
    text-decoration: underline;
    font-size: 13px;
    }
    button[aria-pressed=true] {
    border-color: var(--sel);
    box-shadow: inset 0 0 0 1px var(--sel);
    }
    :focus-visible {
    outline: 3px solid var(--sel);
    outline-offset: 2px;
    }
    .range {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    color: var(--mute);
    font-size: 14px;
    }
    .range output {
    color: var(--ink);
    font-weight: 600;
    min-width: 5ch;
    }
    input {
    accent-color: var(--sel);
    }
    .pic {
    position: relative;
    border-radius: 6px;
    }
    .tipbox {
    position: relative;
    }
    .tip {
    position: absolute;
    z-index: 3;
    pointer-events: none;
    background: var(--ink);
    color: var(--bg);
    font-size: 13px;
    padding: 4px 9px;
    border-radius: 6px;
    max-width: 300px;
    left: 0;
    top: 0;
    }
    .win {
    fill: transparent;
    stroke: var(--sel);
    stroke-width: 2;
    cursor: grab;
    }
    .win:focus-visible {
    outline-offset: -5px;
    }
    .grip {
    fill: var(--sel);
    cursor: ew-resize;
    }
    .stuck {
    stroke: var(--drop);
    stroke-width: 3;
    }
    .veil {
    fill: var(--bg);
    opacity: .66;
    }
    details {
    border-top: 1px solid var(--line);
    padding: 5px 0;
    }
    summary {
    cursor: pointer;
    font-weight: 600;
    }
    code {
    font-size: 12.5px;
    color: var(--mute);
    overflow-wrap: anywhere;
    }
    .ribbon {
    cursor: ew-resize;
    touch-action: none;
    margin: 0 0 4px;
    padding: 0 10px;
    }
    .ribbon svg {
    display: block;
    width: 100%;
    height: 52px;
    }
    #lanes {
    touch-action: pan-y;
    }
    #marked {
    pointer-events: none;
    }
    .lesson, #player {
    margin-top: 18px;
    }
    .guess {
    padding-left: 28px;
    margin: 8px 0;
    }
    .guess li {
    margin: 5px 0;
    }
    .guess button {
    text-align: left;
    }
    .guess .yes::after {
    content: " ✓";
    }
    .guess .no::after {
    content: " ✗";
    }
    #player > .cards, #player #s-over, #player #chips, #player .why > :last-child {
    display: none;
    }
    #player .why {
    display: block;
    }
    @media (max-width:980px) {
    .why {
    grid-template-columns: minmax(0,1fr);
    }
    .list {
    max-height: 260px;
    }
    }
    @media (max-width:720px) {
    body {
    padding: 14px 14px 30px;
    }
    h1 {
    font-size: 25px;
    }
    .cards {
    grid-template-columns: 1fr;
    gap: 8px;
    }
    .right {
    margin-left: 0;
    }
    .helps, .helps tbody {
    display: block;
    }
    .helps thead {
    display: none;
    }
    .helps tr {
    display: grid;
    grid-template-columns: 7ch 1fr 12ch;
    border-bottom: 1px solid var(--line);
    }
    .helps th[scope=row] {
    grid-column: 1/-1;
    }
    .helps th, .helps td {
    border: 0;
    }
    .helps .share {
    width: auto;
    }
    .helps td:nth-child(4)::before {
    content: "saves ";
    }
    .helps td:nth-child(5) {
    display: none;
    }
    .heat td button, .heat td span {
    min-width: 42px;
    }
    dl {
    grid-template-columns: 1fr;
    }
    .index thead {
    display: none;
    }
    .index tr {
    display: block;
    border-bottom: 1px solid var(--line);
    padding: 6px 0;
    }
    .index th,
    .index td {
    display: block;
    border: 0;
    width: auto;
    overflow-wrap: anywhere;
    }
    }
    @media (scripting:none) {
    .list button.link {
    color: inherit;
    text-decoration: none;
    pointer-events: none;
    }
    .pic {
    overflow-x: auto;
    }
    .pic svg {
    min-width: 720px;
    }
    .nojs {
    display: inline;
    }
    tr.go {
    cursor: auto;
    }
    .guess button {
    border: 0;
    padding: 0;
    min-height: 0;
    pointer-events: none;
    }
    }
    @media print {
    body {
    max-width: none;
    padding: 0;
    font-size: 12px;
    }
    .js, #player {
    display: none !important;
    }
    .still {
    display: block !important;
    }
    .answer::details-content {
    content-visibility: visible;
    block-size: auto;
    }
    .guess button {
    border: 0;
    padding: 0;
    min-height: 0;
    box-shadow: none;
    }
    section, .card, tr {
    break-inside: avoid;
    }
    .list {
    max-height: none;
    overflow: visible;
    }
    .why {
    display: block;
    }
    .list table, .helps {
    font-size: 11px;
    }
    .list td, .list th, .helps td, .helps th {
    padding: 1px 6px;
    }
    .multi > svg, .multi > div {
    flex: 0 0 31%;
    width: 31%;
    }
    .link {
    color: inherit !important;
    text-decoration: none !important;
    }
    .heat table {
    font-size: 11px;
    }
    .heat td button, .heat td span {
    font-size: 11px;
    min-width: 0;
    min-height: 0;
    padding: 1px 4px;
    }
    section {
    margin: 0 0 10px;
    }
    .q, .card p {
    font-size: 12px;
    }
    .card strong {
    font-size: 15px;
    }
    .card {
    border: 1px solid var(--line);
    }
    .nojs {
    display: inline;
    }
    h2 {
    break-after: avoid;
    }
    }
    """#
}
