  // Finds pages, sections, charts, tables and failures by the words of their headings.
  (function () {
    const MOST = 12;
    const field = document.getElementById("search"), list = document.getElementById("hits");
    let places = null;

    function heading(element) {
      const holder = element.closest("[id]"), sheet = element.closest(".sheet");
      const title = sheet.querySelector("h2");
      const page = title && title !== element && sheet.id !== "overview" ? title.textContent + ": " : "";
      return { text: page + element.textContent, id: holder.closest("figure") ? holder.closest("figure").id : holder.id };
    }
    function collect() {
      const found = document.querySelectorAll(".sheet :is(h2, h3, h4, caption:not([hidden]))");
      return Array.from(found, heading);
    }
    function find() {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      if (places === null) places = collect();
      const hits = places.filter((p) => words.every((w) => p.text.toLowerCase().includes(w)));
      hits.sort((a, b) => a.text.length - b.text.length);
      list.replaceChildren(...hits.slice(0, MOST).map(function (hit) {
        const item = document.createElement("li"), link = document.createElement("a");
        link.href = "#" + hit.id;
        link.textContent = hit.text;
        item.append(link);
        return item;
      }));
      if (hits.length > MOST) list.insertAdjacentHTML("beforeend", "<li class='quiet'>and " + (hits.length - MOST) + " more</li>");
      if (!hits.length) list.insertAdjacentHTML("beforeend", "<li class='quiet'>nothing of that name</li>");
      list.hidden = words.length === 0;
    }
    function leave() {
      field.value = "";
      list.hidden = true;
    }
    document.querySelector(".tools").hidden = false;
    field.addEventListener("input", find);
    field.addEventListener("keydown", function (e) {
      const first = list.querySelector("a");
      if (e.key === "Enter" && first) { first.click(); e.preventDefault(); }
      if (e.key === "Escape") leave();
    });
    list.addEventListener("click", (e) => { if (e.target.closest("a")) leave(); });
  })();
