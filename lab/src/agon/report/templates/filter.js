  // Which platforms the reader wants to see. Everything about a platform carries its number in data-p.
  const root = document.documentElement;
  const choice = (function () {
    const form = document.querySelector("#filter form");
    const boxes = form ? Array.from(form.querySelectorAll("input[name=platform]")) : [];
    const groups = form ? Array.from(form.querySelectorAll("input[data-group]")) : [];
    const labels = boxes.map((b) => b.parentElement.textContent.trim());
    const watchers = [];
    let hidden = new Set();

    function wanted(box) {
      return box.checked && groups.every((g) => g.checked || box.dataset[g.dataset.group] !== g.value);
    }
    function about(element) {
      return element.dataset.p.split(" ").some((number) => number === "" || !hidden.has(number));
    }
    function update() {
      hidden = new Set(boxes.filter((b) => !wanted(b)).map((b) => b.value));
      document.querySelectorAll("[data-p]").forEach((e) => { e.hidden = !about(e); });
      const left = boxes.length - hidden.size;
      document.getElementById("shown").textContent = (hidden.size ? left + " of " : "all ") + boxes.length;
      watchers.forEach((w) => w());
    }
    if (form) {
      form.addEventListener("change", update);
      form.querySelectorAll("button[data-all]").forEach((button) => button.addEventListener("click", function () {
        boxes.forEach((b) => { b.checked = button.dataset.all === "yes"; });
        update();
      }));
    }
    return {
      onChange: (watcher) => watchers.push(watcher),
      get all() { return hidden.size === 0; },
      shows: (label) => !hidden.has(String(labels.indexOf(label))),
    };
  })();
