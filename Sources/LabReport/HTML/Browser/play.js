// The page in which the lab runs: the script on the left, what comes of it on the right.

const playground = {
  // The example that was opened, and the one whose runs are shown.
  example: examples[0],
  shown: null,
  // Whether the script has changed since the run that is under way.
  isStale: false,
  isRunning: false,
  // How often a run was begun: another one takes the place of that which is under way.
  turn: 0,
  // How often the script was opened or changed: what is late belongs to another one.
  edition: 0,
  // The handle in hand, whose map is told, and whether with all that happens along it.
  held: 0,
  tellsAll: false,
  // What is said first: run, the first run of its sweep point, place, what and why.
  said: null,
};

// How long a run may go on before a changed script ends it, and how long a reader rests before the
// lab is asked why, in milliseconds.
const patience = 250;
const restBeforeWhy = 350;
// How long a reader rests before the runs beside the shown one are performed.
const restBeforeAll = 50;

// How long a run took before it is said that it is under way, and before it is measured how long it
// will take.
const silence = 120;
const restBeforeEstimate = 1500;

const scriptText = () => field().value;
// Whether the script is another one than that which was opened.
const isOwn = () => scriptText() !== playground.example.script;
const scriptName = () => isOwn() ? "own-script" : playground.example.name;
const scriptPath = () => `${scriptName()}.lab`;

function status(text, canStop = false) {
  find("#status").textContent = text;
  find("#stop").hidden = !canStop;
}

// Draws the buttons that choose among the arms of the runs at hand.
function drawChips() {
  const chips = find("#chips");
  if (!chips) return;
  chips.hidden = point().runs.length < 2;
  chips.innerHTML = point().ord.map((row) => {
    const symbol = `<svg class="sw" viewBox="-7 -7 14 14" width="12" height="12"` +
      ` aria-hidden="true"><g class="arm${armColor(row)} f">${armShape(row, 5)}</g></svg>`;
    return `<button data-i="${row}" aria-pressed="${state.shown.has(row)}">${symbol}` +
      `${escaped(armName(row))}</button>`;
  }).join("");
  leaveOneStop("#chips");
}

// Does something when the browser has drawn what is there.
const afterPaint = (action) => requestAnimationFrame(() => setTimeout(action));

// Shows other runs: those of the same arms at the place where the reader is, others at the point
// that is spoken of first.
function showRuns(other, isSame, said) {
  const names = data.arms.join("\n");
  const { v: values, ord: order } = point();
  replaceData(other);
  // Rows stay where they are, whatever their numbers.
  if (isSame && data.arms.join("\n") === names) {
    for (const one of data.points) {
      if (one.ord.length === order.length) one.ord = order;
    }
  }
  state.showsAll = point().ord.length <= 2 * rowLimit;
  if (!isSame || data.arms.join("\n") !== names) {
    if (!state.playsByItself) halt();
    const spoken = data.points.findIndex(({ run }) => run[0] === said?.first);
    showPoint(spoken >= 0 ? spoken : data.first, false);
    drawChips();
    return;
  }
  const same = data.points.findIndex(({ v }) => v.join() === values.join());
  if (same >= 0) state.point = same;
  const length = runLength();
  [state.begin, state.end] = fittingWindow(state.begin, state.end, length, Infinity);
  state.now = clamp(state.now, state.begin, state.end - 1);
  state.hitch = -1;
  draw({ windowAlone: true });
  afterPaint(() => {
    if (data !== other) return;
    drawArmChoice();
    drawChips();
    drawCards();
    drawAround();
  });
}

let pendingRun = 0;

// The script is another one: it is run as soon as the page has drawn it.
function scriptChanged() {
  playground.edition++;
  playground.isStale = true;
  nameScript();
  keepAddress();
  if (engine.failure) return;
  if (playground.isRunning && performance.now() - pendingRun < patience) return;
  runScript();
}

// Runs what is shown, which is drawn at once, and then all else that the script asks for.
async function runScript() {
  const edition = playground.edition;
  const turn = ++playground.turn;
  const isSame = playground.shown === playground.example;
  playground.isStale = false;
  playground.isRunning = true;
  pendingRun = performance.now();
  const script = scriptText();
  // A script that was just opened, and has one run of each arm, is run whole.
  const isWhole = !isSame && !/^(sweep|repeat|include|find)\b/m.test(script);
  const run = isSame ? (point().run[0] ?? -1) : -1;
  // The page begins with what the lab says to its first script.
  const isFirst = !playground.shown && script === examples[0].script;
  if (isFirst) tellStored();
  const question = isWhole ? ["run", isFirst ? 0 : 1] : ["look", run];
  const ended = whileWaiting("The run", (tell) => {
    if (isFirst) return status("The lab is being unpacked …");
    markOld(isSame ? answerParts : [...answerParts, ...pictures], true);
    estimate(script, ...question, tell);
  });
  const answer = await askLab(question[0], scriptPath(), script, question[1]);
  ended();
  if (turn !== playground.turn) return;
  playground.isRunning = false;
  // Who stops a run does not want that of the change which waits for it.
  if (!answer) playground.isStale = false;
  if (isFirst && answer?.text && isStored(answer.text, "told")) {
    if (playground.isStale) return runScript();
    sayRuns(JSON.parse(answer.text), answer);
    return findBorders(edition);
  }
  const told = takeAnswer(answer, script);
  if (told && !told.mistakes && !told.failure && !isFirst) find("#runs").hidden = !told.data;
  if (told?.data) showRuns(told.data, isSame, told.said);
  if (told && !told.mistakes && !told.failure && !isWhole) {
    // The first sentences go with the pictures; the rest follows when the hand rests.
    markOld(answerParts, true);
    sayFirst(told);
    tellProofs(told);
    if (told.whole) sayVerdict(told);
  }
  const drawOnce = once(() => {
    if (told && script === scriptText()) drawHandles(told);
  });
  if (told?.data) afterPaint(drawOnce);
  else drawOnce();
  if (playground.isStale) return runScript();
  if (!told || told.mistakes || told.failure) return;
  if (isSame) await new Promise((resolve) => setTimeout(resolve, restBeforeAll));
  drawOnce();
  if (edition !== playground.edition) return;
  if (isWhole) {
    tellProofs(told);
    tellAnswer(edition, answer, told, -1);
  } else {
    runRest(edition, told, isSame);
  }
}

// Tells that something is under way as soon as it takes long, how long it has, and about how long
// it will, as soon as what is begun then tells it; until what is returned is called.
function whileWaiting(what, begins, quietFor = silence) {
  const begin = performance.now();
  let [expected, timer] = [0, 0];
  const tell = () => {
    const took = performance.now() - begin;
    // Who hears the page is told once.
    const place = find("#status span");
    if (!place) return;
    const whole = expected > took ? ` of about ${roughly(expected)}` : "";
    place.textContent = `: ${roughly(took)}${whole}`;
  };
  const first = setTimeout(() => {
    status(`${what} is under way`, true);
    find("#status").innerHTML += '<span aria-hidden="true"> …</span>';
    timer = setInterval(tell, 1000);
    begins((time) => {
      expected = time;
    });
  }, quietFor);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    stopEstimate();
  };
}

// A length of time in milliseconds as `12 s` or `3 min`.
const roughly = (time) =>
  time < 9e4 ? `${Math.round(time / 1e3)} s` : `${grouped(Math.round(time / 6e4))} min`;

// Ends what is made to tell how long something will take.
let stopEstimate = () => {};

// Tells about how long a question takes that is under way, in milliseconds, by ever longer runs
// beside it: the last one and that of half its length.
async function estimate(script, question, number, tell) {
  const { turn } = playground;
  const length = /^(run +)([\d.]+)(?= *[a-z])/m;
  await new Promise((resolve) => setTimeout(resolve, restBeforeEstimate));
  let last = 0;
  for (let part = 1024; part > 4; part /= 2) {
    if (turn !== playground.turn || !playground.isRunning || !length.test(script)) return;
    const shorter = script.replace(length, (_, head, text) => head + +(text / part).toFixed(6));
    const answer = await askBeside(question, scriptPath(), shorter, number, (stop) => {
      stopEstimate = stop;
    });
    // What begins late in the script is refused in a run that is too short for it.
    const isRun = answer.text && !/^\{"(mistakes|failure)/.test(answer.text);
    const more = answer.took - last;
    // The first ones are slower than those that follow.
    if (isRun && last > 0 && more > answer.took / 4) tell(answer.took + 2 * (part - 1) * more);
    last = isRun ? answer.took : 0;
  }
}

// Does something the first time that it is asked for.
function once(action) {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}

// What the answer consists of, and the pictures.
const answerParts = ["#said", "#judged", "#proofs", "#answer", "#why"];
const pictures = ["#shown", "#runs"];

function markOld(names, isOld) {
  for (const name of names) find(name).classList.toggle("old", isOld);
}

// What an answer tells; `null` if it is none, which is said.
function takeAnswer(answer, script) {
  if (!answer) {
    return refuse("Stopped. Change the script, and it runs again.");
  }
  if (answer.trap) {
    return refuse("The lab stopped at this script, which is a mistake of the lab. Change the"
      + " script, and it goes on.");
  }
  const told = JSON.parse(answer.text);
  // Places and mistakes are those of the script that ran: a later one is about to run.
  if (script !== scriptText()) return told;
  if (told.mistakes) {
    const { line, message } = told.mistakes[0];
    refuse(message, line);
    return told;
  }
  if (told.failure) {
    refuse(told.failure);
    return told;
  }
  const judged = find("#judged");
  if (judged.classList.contains("refused")) judged.textContent = "";
  judged.classList.remove("refused");
  markOld(pictures, false);
  playground.shown = playground.example;
  return told;
}

// Says where the answer stands why there is none; what is there belongs to an earlier script.
function refuse(why, line) {
  status("");
  markOld([...answerParts, ...pictures], true);
  const judged = find("#judged");
  const words = line ? `: ${why}` : why[0].toUpperCase() + why.slice(1);
  const rest = "What is gray belongs to the last script that ran.";
  judged.innerHTML = `${lineButton("Line", line)}${brief(words)} ${rest}`;
  judged.classList.replace("old", "refused");
  return null;
}

// Tells what the lab said to the first script when the page was made.
function tellStored() {
  const told = JSON.parse(stored("told"));
  playground.shown = playground.example;
  drawHandles(told);
  sayVerdict(told);
  find("#answer").innerHTML = told.html;
  tellWhy(JSON.parse(stored("whytold")));
}

const isStored = (text, name) =>
  JSON.stringify(JSON.parse(text)) === JSON.stringify(JSON.parse(stored(name)));

// Leads to a line of the script; nothing for what is missing, which has none.
const lineButton = (word, line) =>
  line ? `<button class="link" data-line="${line}">${word} ${line}</button>` : "";

// Draws what the lab read in the script: handles, mistakes and notes.
function drawHandles(told) {
  mistakes = told.mistakes ?? [];
  takeHandles(told.handles ?? [], scriptLines());
  drawScript();
  const own = (told.notes ?? []).filter(({ path }) => path === scriptPath()).map((note) => ({
    ...note,
    message: told.proofs === undefined ? note.message
      : note.message.replace(/Ask for it with 'runlooplab prove .*/, "What does stands below."),
  }));
  const lines = [...mistakes, ...own].map(({ line, message, more }, place) =>
    `<li${place < mistakes.length ? ' class="mistake"' : ""}>`
      + `${lineButton("line", line)} ${brief(message)} ${more ? folded(...more) : ""}</li>`);
  const rest = lines.splice(mostMessages);
  find("#mistakes").innerHTML = lines.join("") + (rest.length > 0
    ? `<li><details><summary>${rest.length} more</summary><ul>${rest.join("")}</ul></details></li>`
    : "");
}

// How many messages are told at once, and how many letters of one.
const mostMessages = 3;
const mostLetters = 240;

// What stands behind a word that opens it.
const folded = (word, rest) =>
  `<details><summary>${escaped(word)}</summary><span>${escaped(rest)}</span></details>`;

// A message as markup: one that is too long is folded away.
function brief(message) {
  if (message.length <= mostLetters) return escaped(message);
  // What to write is said first.
  const [, what] = /(?:^|[.:;] )((?:write|make|leave|begin|did you mean) [^]*?[.?])(?= |$)/i
    .exec(message) ?? [];
  const first = what ? what[0].toUpperCase() + what.slice(1) : message;
  const shown = first.length > 160 ? `${first.slice(0, 160)} …` : first;
  return `${escaped(shown)} ${folded("The whole message", message)}`;
}

// Performs what is not shown, and says what the script is answered with.
async function runRest(edition, { whole, performed, runs, said, proofs }, isSame) {
  const script = scriptText();
  const draws = !whole || proofs === null;
  const expected = lastTook.look * (runs / performed);
  const ended = whileWaiting(whole ? "The run" : "The whole sweep", (tell) => tell(expected));
  const answer = await askLab("run", scriptPath(), script, draws ? 1 : 0);
  ended();
  if (edition !== playground.edition) return;
  const told = takeAnswer(answer, script);
  // The runs that are drawn are of this script.
  markOld(pictures, false);
  if (!told || told.failure) return;
  if (told.data) showRuns(told.data, isSame, told.said);
  if (draws) tellProofs(told);
  // Where a hand turns one point of several, the words stay those of this point.
  tellAnswer(edition, answer, isSame && !whole ? { ...told, said } : told,
    isSame && !whole ? said?.run ?? -1 : -1);
}

// Says what the script is answered with, then why, of the point of a run or of all, and at rest the
// maps of its values.
async function tellAnswer(edition, answer, told, run) {
  markOld(["#why", "#said"], true);
  sayFirst(told);
  sayVerdict(told);
  find("#answer").innerHTML = told.html;
  if (isDoubtful(told)) dropDoubtful();
  markOld(["#answer"], false);
  sayRuns(told, answer);
  await askWhy(edition, run);
  findBorders(edition);
}

// Says what happened first of all, in which run, and why. Where a case is drawn that proves
// something, it is about that.
function sayFirst({ said }) {
  if (!said) return;
  playground.said = { ...said, ...point().said };
  find("#said").innerHTML =
    `${escaped(playground.said.what)} <small>${escaped(playground.said.why ?? "")}</small>`;
  linkCauses(find("#said"));
  markOld(["#said"], false);
  drawShown();
}

// Tells what is proven. What takes longer than the pictures is `null`: until it follows, that of
// before is gray.
function tellProofs({ proofs }) {
  if (proofs !== null) find("#proofs").innerHTML = proofs ?? "";
  markOld(["#proofs"], proofs === null);
}

// Says what came of the expectations; those of other numbers say nothing.
function sayVerdict(told) {
  const verdict = isDoubtful(told) ? doubt : told.verdict ?? "";
  const head = verdict && point().said ? "The runs of the script: " : "";
  find("#judged").textContent = head + verdict;
  markOld(["#judged"], false);
}

function sayRuns({ runs }, { took }) {
  status(`${counted(runs, "run")} in ${milliseconds(1e3 * took)}`);
}

const expected = (script) => script.match(/^\s*(expect|because|prove)\b.*$/gm)?.join("\n");

// Whether a script has other numbers than at first, but the expectations that it had.
const hasOtherNumbers = (script, first) =>
  script !== first && expected(script) === expected(first);

const doubt = "Expectations are judged only at the script's own numbers.";

// Expectations that fail because a hand turned something say nothing.
const isDoubtful = ({ verdict }) => /\bfail/.test(verdict) &&
  hasOtherNumbers(scriptText(), playground.example.script);

function dropDoubtful() {
  for (const item of findAll("#answer li, #answer p")) {
    if (/expectations? fails?\b/.test(item.textContent)) item.textContent = doubt;
  }
  for (const table of findAll('#answer [aria-label="Expectations"]')) table.remove();
}

// Asks for the reasons as soon as the reader rests: at the sweep point of a run, or of all.
async function askWhy(edition, run) {
  await new Promise((resolve) => setTimeout(resolve, restBeforeWhy));
  if (edition !== playground.edition || playground.isRunning || mistakes.length > 0) return;
  const before = find("#status").textContent;
  const ended = whileWaiting("The search for reasons", () => {}, 1000);
  const answer = await askLab("why", scriptPath(), scriptText(), run);
  ended();
  if (edition !== playground.edition) return;
  status(answer ? before : "The search for reasons was stopped.");
  if (answer) tellWhy(answer.trap ? {} : JSON.parse(answer.text));
}

function tellWhy({ html, answer, place }) {
  find("#why").innerHTML = html ?? "";
  const sentence = (wanted) => answer?.sentences?.find(({ name }) => name === wanted)?.text ?? "";
  if (answer) {
    sayFirst({ said: { ...playground.said, place, what: sentence("what"), why: sentence("why") } });
  }
  markOld(["#why"], false);
  linkCauses(find("#why"));
  // Who hears the page hears it when the hand rests.
  say(find("#said").textContent);
}

// Shows another point of the sweep, and says what happened there, and why.
async function choosePoint(number) {
  halt();
  showPoint(number, false);
  if (playground.isRunning) return;
  if (point().said) return sayFirst(playground);
  const edition = ++playground.edition;
  const run = point().run[0];
  markOld(["#said", "#why"], true);
  const answer = await askLab("look", scriptPath(), scriptText(), run);
  if (!answer?.text || edition !== playground.edition) return;
  sayFirst(JSON.parse(answer.text));
  await askWhy(edition, run);
  findBorders(edition);
}

// Says which script it is, in the list and for a terminal.
function nameScript() {
  find("#example").value = isOwn() ? "" : playground.example.name;
  find("#same").textContent = `runlooplab why ${scriptPath()}`;
}

// Opens an example, or a script that the address has.
function openExample(example, script = example.script) {
  playground.example = example;
  playground.edition++;
  handles = [];
  mistakes = [];
  field().value = script;
  nameScript();
  drawScript();
  openLesson(example.lesson);
  lastTook = {};
  if (!engine.failure) runScript();
}

// Opens an example that was chosen: the address follows.
function choose(example) {
  openExample(example);
  keepAddress();
}

// Shows the question of a lesson, whose answer waits for a guess.
function openLesson(lesson) {
  const card = find("#lesson");
  card.hidden = !lesson;
  document.body.classList.toggle("guessing", Boolean(lesson));
  if (!lesson) return;
  find("#lesson h2").textContent = lesson.question;
  find("#lesson ol").innerHTML = lesson.guesses.map((guess) =>
    `<li><button>${escaped(guess)}</button></li>`).join("");
  find("#reason").textContent = "";
  for (const name of ["#try", "#onward"]) find(name).hidden = true;
}

function takePlayGuess(guess) {
  const { lesson } = playground.example;
  findAll("#lesson ol button").forEach((button, index) => {
    button.setAttribute("aria-pressed", index === guess);
    button.classList.toggle("yes", index === lesson.right);
    button.classList.toggle("no", index === guess && index !== lesson.right);
  });
  document.body.classList.remove("guessing");
  find("#reason").textContent = lesson.reason;
  find("#try").textContent = `Try ${lesson.change}`;
  for (const name of ["#try", "#onward"]) find(name).hidden = false;
  // What is asked about all phases stands on the slider of the phase.
  const phase = handles.findIndex(({ isPhase }) => isPhase);
  if (/phases/.test(lesson.question) && phase >= 0) hold(phase);
  draw();
  if (!prefersStill()) {
    state.now = state.begin;
    togglePlaying();
  }
}

// Writes the change of a lesson: other values of its sweep.
function tryChange() {
  const [, name, values] = /^(.*?)=(.*)$/.exec(playground.example.lesson.set);
  field().value = scriptText().replace(new RegExp(`^(sweep +${name} += ).*$`, "m"), `$1${values}`);
  drawScript();
  scriptChanged();
}

function openNextLesson() {
  const lessons = examples.filter(({ lesson }) => lesson);
  const next = lessons[lessons.indexOf(playground.example) + 1];
  choose(next ?? examples.find(({ lesson }) => !lesson));
}

// What is in the address: the name of an example, and the script if it was changed; that alone if
// it also expects something else.
function playAddress() {
  const { name, script } = playground.example;
  const example = `example=${encodeURIComponent(name)}`;
  if (!isOwn()) return `#${example}`;
  const own = `script=${encodeURIComponent(scriptText())}`;
  return hasOtherNumbers(scriptText(), script) ? `#${example}&${own}` : `#${own}`;
}

function openAddress() {
  const parts = addressParts(location.hash);
  const text = (name) => {
    try {
      return decodeURIComponent(parts.get(name) ?? "");
    } catch {
      return "";
    }
  };
  const example = examples.find(({ name }) => name === text("example")) ?? examples[0];
  openExample(example, text("script") || example.script);
}

function downloadText(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  download(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 1e4);
}

// Copies the link, and says so for a moment on the button.
async function shareLink() {
  const share = find("#share");
  await copy(location.href.replace(/#.*/, "") + playAddress(), "Link copied");
  share.textContent = "Link copied";
  setTimeout(() => {
    share.textContent = "Copy link";
  }, 2000);
}

// Makes the table of all runs beside what is under way; a second press stops that.
async function downloadCSV() {
  const button = find("#csv");
  if (button.stops) return button.stops();
  const name = scriptName();
  button.textContent = "Stop CSV";
  const { text } = await askBeside("csv", scriptPath(), scriptText(), 0, (stop) => {
    button.stops = stop;
  });
  delete button.stops;
  button.textContent = "CSV";
  if (text) downloadText(text, `${name}.csv`, "text/csv");
}

// Selects a line of the script, in the middle of the window.
function showLine(line) {
  const begin = scriptLines().slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  field().focus({ preventScroll: true });
  field().setSelectionRange(begin, begin + (scriptLines()[line - 1] ?? "").length);
  findAll("#ink .line")[line - 1]?.scrollIntoView({ block: "center" });
}

function listenToPlay() {
  listen(find("#example"), "change", (event) => {
    choose(examples.find(({ name }) => name === event.target.value));
  });
  listen(find("#again"), "click", () => choose(playground.example));
  listen(find("#stop"), "click", stopLab);
  listen(document, "keydown", ({ key }) => {
    if (key === "Escape" && !find("#stop").hidden) stopLab();
  });
  listen(find("#share"), "click", shareLink);
  listen(find("#lab"), "click", () =>
    downloadText(scriptText(), scriptPath(), "text/plain"));
  listen(find("#csv"), "click", downloadCSV);
  listen(find("#lesson ol"), "click", (event) => {
    const button = event.target.closest("button");
    if (button) takePlayGuess(findAll("#lesson ol button").indexOf(button));
  });
  listen(find("#shown"), "change", (event) => choosePoint(+event.target.value));
  listen(find("#onward"), "click", openNextLesson);
  listen(find("#try"), "click", tryChange);
  listen(find("#tour"), "click", () => choose(examples.find(({ lesson }) => lesson)));
  for (const name of ["#mistakes", "#judged"]) {
    listen(find(name), "click", ({ target: { dataset } }) => {
      if (dataset.line) showLine(+dataset.line);
    });
  }
  listen(window, "hashchange", openAddress);
}

function startPlay() {
  pageAddress = playAddress;
  engine.failed = () => {
    playground.isRunning = false;
    status(`This browser cannot run the lab (${engine.failure}). The pictures are those of a run made`
      + " before.");
  };
  if (engine.failure) engine.failed();
  listenToEditor();
  listenToCauses();
  listenToPlay();
  openAddress();
}

startPlay();
