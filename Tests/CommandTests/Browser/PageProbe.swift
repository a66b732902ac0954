/// What is asked of a page in a browser, in the language of browsers.
enum PageProbe {
  /// The texts of pictures that leave their picture or lie on another text, and a page that is too
  /// wide.
  ///
  /// What is less than a pixel or two is the rim about letters.
  static let layout = """
    (() => {
      const found = [];
      for (const svg of document.querySelectorAll("svg")) {
        const all = svg.getBoundingClientRect();
        const texts = [...svg.querySelectorAll("text")].filter(t => t.textContent).map(t => {
          const r = t.getBoundingClientRect();
          return { s: t.textContent, a: r.left, b: r.right, c: r.top + 3, d: r.bottom - 3 };
        }).sort((p, q) => p.a - q.a);
        texts.forEach((p, i) => {
          if (p.a < all.left - 2 || p.b > all.right + 2 || p.c < all.top - 2 || p.d > all.bottom + 2)
            found.push(`‘${p.s}’ leaves its picture`);
          for (let k = i + 1; k < texts.length && texts[k].a < p.b - 1.5; k++) {
            const q = texts[k];
            if (p.c < q.d - 1 && q.c < p.d - 1) found.push(`‘${p.s}’ lies on ‘${q.s}’`);
          }
        });
      }
      const width = document.documentElement.scrollWidth;
      if (width > innerWidth) found.push(`the page is ${width} wide`);
      return found;
    })()
    """

  /// The same at some sweep points, in their first windows and about hitches; each with where it
  /// is.
  ///
  /// The hitches are 1, 2, 3, 6 and 10, as far as there are so many.
  static func layouts(points: Int) -> String {
    """
    (() => {
      const found = [], look = where => found.push(...\(layout).map(s => `${where}: ${s}`));
      if (!window.lab) { look("the page"); return found }
      const data = JSON.parse(document.querySelector("#data").textContent);
      const all = data.points.map((_, p) => p), step = Math.ceil(all.length / \(points));
      for (const p of all.filter(p => p % step === 0 || p === data.first)) {
        lab.point(p); look(`point ${p}`);
        const count = data.points[p].runs[data.points[p].lead].h.length;
        for (const n of [1, 2, 3, 6, 10]) if (n <= count) { lab.show(n - 1); look(`point ${p}, hitch ${n}`) }
      }
      lab.point(data.first);
      return found;
    })()
    """
  }

  /// How many marks of each kind the pictures of a page have.
  static let marks = """
    (() => {
      const counts = {};
      for (const kind of ["new", "dropped", "rest", "work", "firing", "due", "late", "overwritten", "mode"])
        for (const id of ["stage", "lanes"])
          counts[`${kind} in ${id}`] = [...document.querySelectorAll(`#${id} .${kind}`)]
            .reduce((sum, mark) => sum + (mark.tagName === "path"
              ? (mark.getAttribute("d").match(/M/g) || []).length
              : mark.tagName === "rect" && mark.classList.contains("f") ? 1 : 0), 0);
      return counts;
    })()
    """

  /// The first contentful paint in milliseconds.
  static let firstPaint = """
    new Promise(done => {
      const paint = () => performance.getEntriesByName("first-contentful-paint")[0];
      const wait = () => paint() ? done(Math.round(paint().startTime)) : requestAnimationFrame(wait);
      wait()
    })
    """

  /// What has the focus, and whether that is to be seen.
  static let focus = """
    (() => {
      const e = document.activeElement;
      if (!e || e === document.body) return "";
      const s = getComputedStyle(e);
      return `${e.tagName.toLowerCase()} ${e.id} ${s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2
        ? "outlined" : "unmarked"}`;
    })()
    """

  /// The levels of the headings in the order of the page.
  static let headings = """
    [...document.querySelectorAll("h1,h2,h3,h4")].filter(h => h.checkVisibility()).map(h => +h.tagName[1])
    """
}
