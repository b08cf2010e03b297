  // One page at a time: the one that the address names, or that holds what it names.
  (function () {
    const sheets = Array.from(document.querySelectorAll("main > .sheet"));
    const links = Array.from(document.querySelectorAll("nav.contents a"));

    function show() {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const sheet = (target && target.closest(".sheet")) || sheets[0];
      sheets.forEach((s) => s.classList.toggle("shown", s === sheet));
      const here = links.find((a) => target && a.hash === "#" + target.id) || links.find((a) => a.hash === "#" + sheet.id);
      links.forEach((a) => a.classList.toggle("here", a === here));
      for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
      if (target) target.scrollIntoView();
      charts.drawSoon();
    }
    window.addEventListener("hashchange", show);
    show();

    // On a narrow page the table of contents starts closed and closes behind the reader; next to the text it is open.
    const contents = document.querySelector("nav.contents details");
    const wide = matchMedia("(min-width: 64rem)");
    function fold() { contents.open = wide.matches; }
    fold();
    wide.addEventListener("change", fold);
    contents.addEventListener("click", (e) => { if (e.target.closest("a")) fold(); });
  })();
