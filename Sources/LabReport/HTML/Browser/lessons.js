// The tour: a guess at each lesson, then its run as a replay.

// The lesson to which a point belongs: the last one that begins with it or before it.
function lessonOf(number) {
  const starts = findAll(".lesson").filter((lesson) => lesson.dataset.lesson <= number);
  return starts.sort((one, other) => other.dataset.lesson - one.dataset.lesson)[0];
}

// Brings the replay to a lesson, in the place of its still picture.
function bringReplay(lesson) {
  for (const still of findAll(".still")) still.hidden = lesson.contains(still);
  lesson.querySelector(".still").before(find("#player"));
  find("#player").hidden = false;
}

// Shows the run of a lesson from its beginning, and plays it unless less motion is asked for.
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

// Marks a guess and the right one, and opens the answer.
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
