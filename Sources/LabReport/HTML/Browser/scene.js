// The bodies of a physics scene in the row of an arm.

// The way from a place of a scene to a place of the picture.
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

  // The outline of one body; places are in hundredths, angles too.
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

  // How many bodies have left the room.
  outside(places) {
    return this.scene.bodies.filter((_, index) =>
      !this.contains(places[3 * index], places[3 * index + 1])).length;
  }
}

// The bodies as the screen shows them now, and as outlines those of the frame before.
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
