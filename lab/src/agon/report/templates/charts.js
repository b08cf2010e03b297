  // Draws the charts of the page in view as they come near, and again when theme or filter change.
  const charts = (function () {
    const NEAR = 600;  // pixels outside the window at which a chart is drawn
    const NARROW = 416;  // width of a chart below which only the most needed stands next to it
    const specs = JSON.parse(document.getElementById("specs").textContent);
    const plots = Array.from(document.querySelectorAll(".plot"));
    const drawn = new Map(), turns = new Map();
    let state = 0, fresh = new Set();  // counts changes of theme and filter; what is drawn since the last one

    function colour(name) {
      return getComputedStyle(root).getPropertyValue("--" + name).trim();
    }

    function theme(size) {
      const text = colour("text"), quiet = colour("quiet"), line = colour("line");
      const category = [];
      for (let i = 0; colour("series-" + i) !== ""; i++) category.push(colour("series-" + i));
      const font = getComputedStyle(document.body).fontFamily;
      return {
        background: "transparent", font: font, padding: 2,
        view: { stroke: null },
        legend: { disable: true },  // the page has its own, one a figure
        axis: {
          labelColor: quiet, titleColor: quiet, domainColor: line, tickColor: line, gridColor: line, gridOpacity: 0.7,
          labelFontSize: size, titleFontSize: size, titleFontWeight: "normal", labelFont: font, titleFont: font,
          tickSize: 4, titlePadding: 6,
        },
        axisX: { grid: false }, axisY: { domain: false, ticks: false },
        axisYNominal: { labelColor: text }, axisYQuantitative: { grid: true }, axisXQuantitative: { grid: false },
        range: { category: category, heatmap: [colour("heat-low"), colour("heat-high")] },
        line: { strokeWidth: 2 }, text: { fontSize: size, font: font },
        style: {
          value: { color: text }, interval: { color: text },
          curve: { color: text, strokeWidth: 1.6 }, reference: { color: text, strokeWidth: 1.4, strokeDash: [4, 3] },
          "on-low": { color: colour("on-low") }, "on-high": { color: colour("on-high") },
        },
      };
    }

    // The drawing without the platforms that are filtered out.
    function filtered(spec) {
      if (choice.all) return spec;
      const values = spec.data.values.filter((d) => d.p === undefined || choice.shows(d.p));
      const rows = spec.usermeta ? { height: spec.usermeta.row * Math.max(1, new Set(values.map((d) => d.p)).size) } : {};
      return Object.assign({}, spec, { data: { values: values } }, rows);
    }

    // The drawing without the layers that are for another width.
    function fitted(spec, narrow) {
      if (!spec.layer) return spec;
      const other = narrow ? "wide-" : "narrow-";
      return Object.assign({}, spec, { layer: spec.layer.filter((l) => !(l.name || "").startsWith(other)) });
    }

    // One after the other, and only the latest state of the page: an older one must not come out on top.
    function draw(plot) {
      const asked = state;
      fresh.add(plot);
      const turn = (turns.get(plot) || Promise.resolve()).then(() => (asked === state ? render(plot) : undefined));
      turns.set(plot, turn);
      return turn;
    }
    async function render(plot) {
      if (drawn.has(plot)) drawn.get(plot).finalize();
      const narrow = plot.clientWidth < NARROW;
      drawn.set(plot, await vegaEmbed(plot, fitted(filtered(specs[plot.id]), narrow), {
        mode: "vega-lite", renderer: "svg", actions: false, config: theme(narrow ? 11 : 12), tooltip: { theme: "custom" },
        ast: true,  // expressions are interpreted, not compiled: the policy allows no evaluation of text
      }));
      plot.dataset.drawn = "yes";
      pick(plot.closest("figure"));
    }

    // Lines that were picked in a figure's legend stand out.
    function pick(figure) {
      const picked = Array.from(figure.querySelectorAll("[data-pick][aria-pressed=true]"), (b) => b.dataset.pick);
      figure.querySelectorAll(".plot").forEach(function (plot) {
        const result = drawn.get(plot);
        if (result && figure.querySelector("[data-pick]")) result.view.signal("picked", picked).runAsync();
      });
    }
    document.querySelectorAll("[data-pick]").forEach((button) => button.addEventListener("click", function () {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      pick(button.closest("figure"));
    }));

    const inView = (plot) => plot.offsetParent !== null;
    const waiting = () => plots.filter((p) => !fresh.has(p) && inView(p));
    function isNear(plot) {
      const box = plot.getBoundingClientRect();
      return inView(plot) && box.bottom > -NEAR && box.top < innerHeight + NEAR;
    }
    const watcher = new IntersectionObserver(
      (entries) => entries.forEach((e) => { if (e.isIntersecting && !fresh.has(e.target)) draw(e.target); }),
      { rootMargin: NEAR + "px" },
    );
    plots.forEach((p) => watcher.observe(p));

    // The rest of the page in view in idle moments, so that a search on it finds everything.
    const whenIdle = window.requestIdleCallback || ((f) => setTimeout(f, 50));
    let idling = false;
    function drawNext() {
      const next = waiting()[0];
      idling = next !== undefined;
      if (idling) draw(next).then(() => whenIdle(drawNext));
    }
    function drawSoon() {
      if (!idling) { idling = true; whenIdle(drawNext); }
    }
    window.addEventListener("load", drawSoon);

    // What is near is redrawn at once, the rest of the page soon, and other pages when they are opened.
    function drawAgain() {
      state++;
      fresh = new Set();
      plots.forEach((p) => { delete p.dataset.drawn; });
      plots.filter(isNear).forEach(draw);
      drawSoon();
    }
    choice.onChange(drawAgain);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAgain);

    // Paper takes all pages.
    window.addEventListener("beforeprint", function () {
      root.classList.remove("paged");
      waiting().forEach(draw);
    });
    window.addEventListener("afterprint", () => root.classList.add("paged"));

    return { drawSoon: drawSoon, drawAgain: drawAgain };
  })();

  // The theme: the system's unless the reader chose one.
  (function () {
    const order = ["auto", "light", "dark"];
    const button = document.querySelector("button.theme");
    function stored() { try { return localStorage.getItem("agon-theme"); } catch (e) { return null; } }
    function apply(theme) {
      if (theme === "auto") delete root.dataset.theme; else root.dataset.theme = theme;
      button.textContent = "Theme: " + theme;
    }
    let theme = order.includes(stored()) ? stored() : "auto";
    button.hidden = false;
    apply(theme);
    button.addEventListener("click", function () {
      theme = order[(order.indexOf(theme) + 1) % order.length];
      try { localStorage.setItem("agon-theme", theme); } catch (e) { /* private window: only for now */ }
      apply(theme);
      charts.drawAgain();
    });
  })();
