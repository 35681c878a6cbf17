"use strict";
(() => {
  const NS = "http://www.w3.org/2000/svg";
  const make = (name, attributes, parent) => {
    const element = document.createElementNS(NS, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    parent.append(element);
    return element;
  };
  const pair = (text) => text.split(" ").map(Number);
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  // The step between ticks: 1, 2 or 5 times a power of ten, about `parts` in a span.
  const step = (span, parts) => {
    const power = 10 ** Math.floor(Math.log10(span / parts));
    return [1, 2, 5, 10].map((f) => f * power).find((s) => s * parts > 0.999 * span);
  };
  const text = (value, digits) => {
    const text = value.toFixed(digits);
    return Number(text) === 0 ? text.replace("-", "") : text;
  };
  const places = (size) => clamp(Math.ceil(-Math.log10(size) - 1e-9), 0, 12);

  class Plot {
    constructor(svg, section) {
      this.svg = svg;
      this.section = section;
      this.isTime = svg.classList.contains("time");
      this.base = { across: pair(svg.dataset.across), up: pair(svg.dataset.up) };
      this.units = svg.dataset.units.split("|");
      this.inner = svg.querySelector("svg.plot");
      [this.x, this.y, this.width, this.height] =
        ["x", "y", "width", "height"].map((name) => Number(this.inner.getAttribute(name)));
      this.groups = { across: svg.querySelector("g.across"), up: svg.querySelector("g.up") };
      this.ticks = { across: this.groups.across.innerHTML, up: this.groups.up.innerHTML };
      const [a, b] = this.base.across, [c, d] = this.base.up;
      const point = (text) => {
        const [x, y] = text.split(",").map(Number);
        return [a + (b - a) * x / this.width, d - (d - c) * y / this.height];
      };
      this.curves = [];
      for (const line of svg.querySelectorAll(".curve")) {
        const points = line.getAttribute("points").split(" ").map(point);
        const times = line.dataset.times ? pair(line.dataset.times) : points.map((p) => p[0]);
        const known = this.curves.find((c) => c.name === line.dataset.name);
        if (known) {
          known.points.push(...points);
          known.times.push(...times);
        } else {
          const color = line.getAttribute("stroke");
          this.curves.push({ name: line.dataset.name, color, points, times });
        }
      }
      this.view = this.base;
      this.readout = svg.parentElement.appendChild(document.createElement("output"));
      this.marks = make("g", {}, svg);
      this.listen();
    }

    // Positions in the drawing of values, and back.
    column(value) {
      const [a, b] = this.view.across;
      return this.x + this.width * (value - a) / (b - a);
    }
    row(value) {
      const [c, d] = this.view.up;
      return this.y + this.height * (d - value) / (d - c);
    }
    value(event) {
      const place = new DOMPoint(event.clientX, event.clientY)
        .matrixTransform(this.svg.getScreenCTM().inverse());
      const [a, b] = this.view.across, [c, d] = this.view.up;
      const across = clamp((place.x - this.x) / this.width, 0, 1);
      const up = clamp(1 - (place.y - this.y) / this.height, 0, 1);
      return [a + across * (b - a), c + up * (d - c)];
    }

    draw(view) {
      this.view = view;
      const [a, b] = view.across, [c, d] = view.up;
      const [a0, b0] = this.base.across, [c0, d0] = this.base.up;
      const sx = this.width / (b0 - a0), sy = this.height / (d0 - c0);
      this.inner.setAttribute("viewBox",
        [(a - a0) * sx, (d0 - d) * sy, (b - a) * sx, (d - c) * sy].join(" "));
      if (view === this.base) {
        for (const name in this.groups) this.groups[name].innerHTML = this.ticks[name];
        return;
      }
      const write = (group, low, high, parts, unit, place) => {
        group.replaceChildren();
        const size = step(high - low, parts);
        for (let k = Math.ceil(low / size - 1e-9); k * size <= high + 1e-9 * size; k++) {
          const [line, label] = place(k * size);
          make("line", { ...line, stroke: "currentColor", "stroke-opacity": 0.15 }, group);
          make("text", { ...label, "fill-opacity": 0.75 }, group).textContent =
            text(k * size, places(size)) + unit;
        }
      };
      const right = this.x + this.width, bottom = this.y + this.height;
      write(this.groups.up, c, d, this.isTime ? 5 : 4, this.units[1], (value) => {
        const y = this.row(value);
        return [{ x1: this.x, x2: right, y1: y, y2: y },
          { x: this.x - 5, y: y + 4, "text-anchor": "end" }];
      });
      write(this.groups.across, a, b, this.isTime ? 10 : 4, this.units[0], (value) => {
        const x = this.column(value);
        return [{ x1: x, x2: x, y1: this.y, y2: bottom },
          { x, y: bottom + 16, "text-anchor": "middle" }];
      });
    }

    // The part between two times, with the values there.
    showTimes(across) {
      if (!across) return this.draw(this.base);
      let low = Infinity, high = -Infinity;
      for (const { points } of this.curves) {
        for (const [x, y] of points) {
          if (x < across[0] || x > across[1]) continue;
          low = Math.min(low, y);
          high = Math.max(high, y);
        }
      }
      const room = 0.06 * (high - low) || 0.5 * 10 ** -places(Math.abs(high) / 100 || 1);
      this.draw({ across, up: low <= high ? [low - room, high + room] : this.base.up });
    }

    showCursor(time) {
      this.marks.replaceChildren();
      this.readout.replaceChildren();
      if (time === null) return;
      const add = (text, color) => {
        const span = this.readout.appendChild(document.createElement("span"));
        span.textContent = text;
        if (color) span.style.color = color;
      };
      const digits = ([low, high]) => places((high - low) / 200);
      const number = (value, name, unit) => text(value, digits(this.view[name])) + unit;
      const shown = this.section.range ?? this.section.times;
      add(`${text(time, digits(shown))} s`);
      if (this.isTime) {
        const x = this.column(time);
        if (x >= this.x && x <= this.x + this.width) {
          make("line", { x1: x, x2: x, y1: this.y, y2: this.y + this.height,
            stroke: "currentColor", "stroke-opacity": 0.5 }, this.marks);
        }
      }
      for (const { name, color, points, times } of this.curves) {
        let best = -1, distance = Infinity;
        times.forEach((t, index) => {
          if (Math.abs(t - time) < distance) [best, distance] = [index, Math.abs(t - time)];
        });
        if (best < 0) continue;
        const [x, y] = points[best];
        const isInside = x >= this.view.across[0] && x <= this.view.across[1]
          && y >= this.view.up[0] && y <= this.view.up[1];
        if (isInside) {
          make("circle", { cx: this.column(x), cy: this.row(y), r: 3.5, fill: color },
            this.marks);
        }
        const up = number(y, "up", this.units[1]);
        add(`${name} ${this.isTime ? "" : `${number(x, "across", "")}, `}${up}`, color);
      }
    }

    // The time at a place of the pointer: on a path that of the nearest point.
    time([x, y]) {
      if (this.isTime) return x;
      let best = null, distance = Infinity;
      const { points, times } = this.curves[0];
      points.forEach(([px, py], index) => {
        const d = Math.hypot(px - x, py - y);
        if (d < distance) [best, distance] = [times[index], d];
      });
      return best;
    }

    listen() {
      const { svg } = this;
      svg.tabIndex = 0;
      let start = null, box = null;
      const finish = () => {
        box?.remove();
        [start, box] = [null, null];
      };
      svg.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        start = this.value(event);
        svg.setPointerCapture(event.pointerId);
      });
      svg.addEventListener("pointermove", (event) => {
        const place = this.value(event);
        this.section.cursor(this.time(place));
        if (!start) return;
        box ??= make("rect", { fill: "var(--first)", "fill-opacity": 0.15 }, svg);
        const [x1, x2] = [start[0], place[0]].map((v) => this.column(v)).sort((p, q) => p - q);
        const [y1, y2] = this.isTime ? [this.y, this.y + this.height]
          : [start[1], place[1]].map((v) => this.row(v)).sort((p, q) => p - q);
        const shape = { x: x1, y: y1, width: x2 - x1, height: y2 - y1 };
        for (const key in shape) box.setAttribute(key, shape[key]);
      });
      svg.addEventListener("pointerup", (event) => {
        if (start && box) this.select(start, this.value(event));
        finish();
      });
      svg.addEventListener("pointercancel", finish);
      svg.addEventListener("pointerleave", () => { if (!start) this.section.cursor(null); });
      svg.addEventListener("dblclick", () => this.section.reset());
      svg.addEventListener("keydown", (event) => this.press(event));
    }

    select([x1, y1], [x2, y2]) {
      if (this.isTime) {
        const range = [x1, x2].sort((p, q) => p - q);
        if (this.column(range[1]) - this.column(range[0]) > 6) this.section.zoom(range);
        return;
      }
      // At least as large as the rectangle, with the proportions of the frame.
      const span = (range) => range[1] - range[0];
      const share = Math.max(Math.abs(x2 - x1) / span(this.base.across),
        Math.abs(y2 - y1) / span(this.base.up));
      if (share < 0.01) return;
      const around = (middle, range) =>
        [middle - share * span(range) / 2, middle + share * span(range) / 2];
      this.draw({ across: around((x1 + x2) / 2, this.base.across),
        up: around((y1 + y2) / 2, this.base.up) });
      this.section.changed();
    }

    press(event) {
      const { section } = this;
      const [low, high] = section.range ?? section.times;
      const middle = section.time ?? (low + high) / 2;
      const zoom = (factor) => {
        const range = [middle - (middle - low) * factor, middle + (high - middle) * factor];
        const [first, last] = section.times;
        if (range[0] <= first && range[1] >= last) section.reset();
        else section.zoom([Math.max(range[0], first), Math.min(range[1], last)]);
      };
      const keys = {
        ArrowLeft: () => section.cursor(Math.max(middle - (high - low) / 100, low)),
        ArrowRight: () => section.cursor(Math.min(middle + (high - low) / 100, high)),
        "+": () => zoom(0.5), "-": () => zoom(2), Escape: () => section.reset(),
      };
      if (!keys[event.key]) return;
      keys[event.key]();
      event.preventDefault();
    }
  }

  // The plots of a recording: one cursor, one range of time.
  class Section {
    constructor(element) {
      this.plots = [...element.querySelectorAll("svg.time, svg.place")]
        .map((svg) => new Plot(svg, this));
      const ends = this.plots.flatMap((plot) => plot.curves.flatMap((curve) => curve.times));
      this.times = ends.reduce(([low, high], t) => [Math.min(low, t), Math.max(high, t)],
        [Infinity, -Infinity]);
      this.range = null;
      this.time = null;
      this.button = document.createElement("button");
      this.button.type = "button";
      this.button.textContent = "Whole recording";
      this.button.hidden = true;
      this.button.addEventListener("click", () => this.reset());
      element.querySelector("h2")?.append(this.button);
    }
    cursor(time) {
      this.time = time;
      for (const plot of this.plots) plot.showCursor(time);
    }
    zoom(range) {
      this.range = range;
      for (const plot of this.plots) if (plot.isTime) plot.showTimes(range);
      this.changed();
    }
    reset() {
      this.range = null;
      for (const plot of this.plots) plot.draw(plot.base);
      this.changed();
    }
    changed() {
      this.button.hidden = this.plots.every((plot) => plot.view === plot.base);
      this.cursor(this.time);
    }
  }

  for (const element of document.querySelectorAll("section")) {
    if (element.querySelector("svg.plot")) new Section(element);
  }
  document.body.classList.add("scripted");
})();
