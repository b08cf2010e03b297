// Draws the charts as they come into view, and again when the theme or the width changes.
(function () {
  "use strict";
  const specs = JSON.parse(document.getElementById("specs").textContent);
  const drawn = new Map();
  const root = document.documentElement;

  function colour(name) {
    return getComputedStyle(root).getPropertyValue("--" + name).trim();
  }

  function theme() {
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
        labelFontSize: 11, titleFontSize: 11, titleFontWeight: "normal", labelFont: font, titleFont: font,
        tickSize: 4, titlePadding: 6,
      },
      axisX: { grid: false }, axisY: { domain: false, ticks: false },
      axisYNominal: { labelColor: text }, axisYQuantitative: { grid: true }, axisXQuantitative: { grid: false },
      range: { category: category, heatmap: [colour("heat-low"), colour("heat-high")] },
      line: { strokeWidth: 2 }, text: { fontSize: 11, font: font },
      style: {
        value: { color: text }, interval: { color: text },
        curve: { color: text, strokeWidth: 1.6 }, reference: { color: text, strokeWidth: 1.4, strokeDash: [4, 3] },
        "on-low": { color: colour("on-low") }, "on-high": { color: colour("on-high") },
      },
    };
  }

  async function draw(plot) {
    const before = drawn.get(plot);
    drawn.set(plot, null);
    if (before) before.finalize();
    const result = await vegaEmbed(plot, specs[plot.id], {
      mode: "vega-lite", renderer: "svg", actions: false, config: theme(), tooltip: { theme: "custom" },
    });
    drawn.set(plot, result);
    plot.dataset.drawn = "yes";
  }

  const plots = Array.from(document.querySelectorAll(".plot"));
  function drawRest() {
    plots.filter((p) => !drawn.has(p)).forEach(draw);
  }

  const watcher = new IntersectionObserver(
    (entries) => entries.forEach((e) => { if (e.isIntersecting && !drawn.has(e.target)) draw(e.target); }),
    { rootMargin: "600px" },
  );
  plots.forEach((p) => watcher.observe(p));
  // The rest in idle moments, so that a print or a search finds everything.
  const whenIdle = window.requestIdleCallback || ((f) => setTimeout(f, 50));
  function drawNext() {
    const next = plots.find((p) => !drawn.has(p));
    if (next) draw(next).then(() => whenIdle(drawNext));
  }
  window.addEventListener("load", () => whenIdle(drawNext));
  window.addEventListener("beforeprint", drawRest);

  // The theme: the system's unless the reader chose one.
  const order = ["auto", "light", "dark"];
  const button = document.querySelector("button.theme");
  function stored() { try { return localStorage.getItem("agon-theme"); } catch (e) { return null; } }
  function apply(choice) {
    if (choice === "auto") delete root.dataset.theme; else root.dataset.theme = choice;
    button.textContent = "Theme: " + choice;
    Array.from(drawn.keys()).forEach(draw);
  }
  let choice = order.includes(stored()) ? stored() : "auto";
  button.hidden = false;
  apply(choice);
  button.addEventListener("click", function () {
    choice = order[(order.indexOf(choice) + 1) % order.length];
    try { localStorage.setItem("agon-theme", choice); } catch (e) { /* private window: only for now */ }
    apply(choice);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => apply(choice));

  // On a narrow page the table of contents starts closed; beside the text it is always open.
  const contents = document.querySelector("nav.contents details");
  const wide = matchMedia("(min-width: 64rem)");
  function fold() { contents.open = wide.matches; }
  fold();
  wide.addEventListener("change", fold);

  // The table of contents follows the reader.
  const links = new Map(Array.from(document.querySelectorAll("nav.contents a")).map((a) => [a.hash.slice(1), a]));
  const reader = new IntersectionObserver(function (entries) {
    entries.forEach(function (e) {
      if (!e.isIntersecting || !links.has(e.target.id)) return;
      links.forEach((a) => a.classList.remove("here"));
      links.get(e.target.id).classList.add("here");
    });
  }, { rootMargin: "0px 0px -75% 0px" });
  document.querySelectorAll("main section[id]").forEach((s) => reader.observe(s));
})();
