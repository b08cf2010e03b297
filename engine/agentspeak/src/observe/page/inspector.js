"use strict";

// Asks again so many milliseconds after an answer.
const AGENTS_EVERY = 1000, AGENT_EVERY = 400;

const at = id => document.getElementById(id);
let chosen = null;

async function ask(path, question) {
  const answer = await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question),
  });
  const data = await answer.json();
  if (!answer.ok) throw new Error(data.error);
  return data;
}

function trouble(error) {
  const gone = error instanceof TypeError;
  at("trouble").textContent = gone ? "The program has ended, or does not answer." : error.message;
}

// Texts come from programs: they are never taken for HTML.
function make(kind, className, ...parts) {
  const made = document.createElement(kind);
  if (className) made.className = className;
  made.append(...parts);
  return made;
}

// Draws only what has changed, so that what the user reads, marks or clicks stays where it is.
const drawn = new Map();
function draw(target, data, parts) {
  const text = JSON.stringify(data);
  if (drawn.get(target) === text) return;
  drawn.set(target, text);
  target.replaceChildren(...parts(data));
}

function list(part, row) {
  if (part.total === 0) return [make("div", "none", "none")];
  const rows = part.shown.map(row);
  const hidden = part.total - part.shown.length;
  return hidden > 0 ? [...rows, make("div", "none", `and ${hidden} more`)] : rows;
}

const line = text => make("div", "", text);

function heading(section, part) {
  const words = { intentions: "Intentions", events: "Events", messages: "Messages not read", beliefs: "Beliefs", plans: "Plans" };
  at(section).querySelector("h3").textContent = `${words[section]} (${part.total})`;
}

function frame(it, depth) {
  const shown = make("div", "frame", make("div", "", `${it.trigger}  `, make("span", "quiet", it.plan)));
  const place = it.place ? make("span", "quiet", `  ${it.place}`) : "";
  shown.append(make("div", depth === 0 ? "now" : "", it.step ?? "nothing left to do", place));
  if (it.variables.length > 0) {
    shown.append(make("div", "quiet", it.variables.map(([name, value]) => `${name} = ${value}`).join(", ")));
  }
  return shown;
}

function intention(it) {
  const words = { running: "running", event: "its event comes next", waiting: "waits", suspended: "suspended", forked: "waits" };
  const state = [words[it.state], it.waits, it.atomic ? "atomic" : null].filter(Boolean).join(" ");
  const shown = make("div", "intention", make("div", "", `intention ${it.id}  `, make("span", "quiet", state)));
  shown.append(...list(it.frames, frame));
  return shown;
}

function event(it) {
  const notes = [it.intention === null ? null : `for intention ${it.intention}`, it.suspended ? "suspended" : null];
  return make("div", "", it.trigger, make("span", "quiet", notes.filter(Boolean).map(note => `  ${note}`).join("")));
}

function plan(it, breakpoints) {
  const box = make("input", "");
  box.type = "checkbox";
  box.checked = breakpoints.includes(it.label);
  box.setAttribute("aria-label", `stop at ${it.label}`);
  box.addEventListener("change", () => send("breakpoint", { agent: chosen, label: it.label, on: box.checked }));
  return make("div", "plan", make("label", "", box, ` ${it.source ?? it.text}`), make("span", "quiet", it.place ? `  ${it.place}` : ""));
}

function show(sight) {
  const { agent, pace, breakpoint, breakpoints, last_step: lastStep } = sight;
  at("no-agent").hidden = true;
  at("agent").hidden = false;
  at("name").textContent = agent.name;
  at("pace").textContent = pace === "stopped" ? `stopped at ${breakpoint}` : pace;
  at("pace").dataset.pace = pace;
  at("cycle").textContent = agent.cycle;
  at("busy").hidden = sight.fresh;
  at("pause").disabled = pace !== "running";
  at("step").disabled = pace === "running";
  at("go").disabled = pace === "running";
  at("last-step").hidden = lastStep.length === 0;
  at("last-step").querySelector("pre").textContent = lastStep.join("\n");
  for (const section of ["intentions", "events", "messages", "beliefs", "plans"]) heading(section, agent[section]);
  draw(at("intentions").querySelector(".list"), agent.intentions, part => list(part, intention));
  draw(at("events").querySelector(".list"), agent.events, part => list(part, event));
  draw(at("messages").querySelector(".list"), agent.messages, part => list(part, line));
  draw(at("beliefs").querySelector(".list"), agent.beliefs, part => list(part, it => line(it.text)));
  const own = agent.plans.shown.filter(it => !it.common), common = agent.plans.shown.filter(it => it.common);
  const hidden = agent.plans.total - agent.plans.shown.length;
  draw(at("plans").querySelector(".list"), [agent.name, own, breakpoints], () =>
    list({ total: own.length + hidden, shown: own }, it => plan(it, breakpoints)));
  draw(at("plans").querySelector(".common"), [agent.name, common, breakpoints], () => common.map(it => plan(it, breakpoints)));
}

// Inspectors are for their own machines alone.
function link(port, agent, text) {
  const made = make("a", "", text);
  made.href = `http://127.0.0.1:${Number(port)}/${agent === null ? "" : "#" + encodeURIComponent(agent)}`;
  made.title = "on that node's machine";
  return made;
}

function showElsewhere(elsewhere) {
  at("elsewhere-count").hidden = elsewhere === undefined;
  if (elsewhere === undefined) return;
  const { total, shown } = elsewhere;
  at("elsewhere-count").textContent = total > shown.length ? `${shown.length} of ${total} on other nodes` : `${total} on other nodes`;
  draw(at("elsewhere"), shown, () => shown.map(it => {
    const name = it.inspector === null ? it.name : link(it.inspector, it.name, it.name);
    return make("li", "elsewhere", name, make("span", "pace", ` at ${it.node}`));
  }));
}

function span(nanoseconds) {
  const seconds = Math.floor(nanoseconds / 1e9), minutes = Math.floor(seconds / 60);
  return minutes >= 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

// What had passed at the last look, by node.
let passed = new Map(), passedAt = 0;

function showNodes({ node: me, up_ns: now, nodes }) {
  at("nodes").hidden = me === undefined;
  if (me === undefined) return;
  const here = nodes.filter(it => it.presence === "here").length + 1;
  at("nodes").querySelector("summary").textContent = `Node ${me}, ${here} of ${nodes.length + 1} nodes are there`;
  const seconds = (now - passedAt) / 1e9;
  const rate = (it, what) => {
    const before = passed.get(it.incarnation);
    return before === undefined || seconds <= 0 ? "-" : String(Math.round((it.link[what] - before[what]) / seconds));
  };
  const rows = nodes.map(it => {
    const { received, sent, unacked, waiting, credits, refused, unknown } = it.link;
    const state = `${it.presence} for ${span(it.since_ns)}`;
    const cells = [it.node, state, it.agents, rate(it, "received"), rate(it, "sent"), received, sent, unacked, waiting, credits, refused, unknown];
    const row = make("tr", "", ...cells.map(cell => make("td", cell === state && it.presence === "gone" ? "bad" : "", String(cell))));
    row.append(make("td", "", it.inspector === null ? "none" : link(it.inspector, null, `port ${it.inspector}`)));
    return row;
  });
  draw(at("nodes").querySelector("tbody"), [nodes, now], () => rows);
  [passed, passedAt] = [new Map(nodes.map(it => [it.incarnation, it.link])), now];
}

function showAgents({ total, agents, elsewhere }) {
  showElsewhere(elsewhere);
  const all = total === 1 ? "1 agent" : `${total} agents`;
  at("agent-count").textContent = total > agents.length ? `${agents.length} of ${all}` : all;
  draw(at("agents"), [agents, chosen], () => agents.map(it => {
    const note = it.pace === "stopped" ? `stopped at ${it.breakpoint}` : it.pace;
    const button = make("button", "", `${it.name} `, make("span", "pace", note));
    button.querySelector(".pace").dataset.pace = it.pace;
    button.setAttribute("aria-current", String(it.name === chosen));
    button.addEventListener("click", () => choose(it.name));
    return make("li", "", button);
  }));
}

function choose(name) {
  chosen = name;
  location.hash = encodeURIComponent(name);
  lookAtAgents();
  lookAtAgent();
}

// Answers that come in the wrong order do not hide newer ones.
let asked = 0, answered = 0;

async function lookAtAgent() {
  if (chosen === null) return;
  const [mine, name] = [++asked, chosen];
  try {
    const sight = await ask("agent", { agent: name, find: at("find-belief").value });
    if (mine < answered || name !== chosen) return;
    answered = mine;
    show(sight);
    at("trouble").textContent = "";
  } catch (error) {
    trouble(error);
  }
}

async function lookAtAgents() {
  try {
    showAgents(await ask("agents", { find: at("find-agent").value }));
    if (chosen === null) at("trouble").textContent = "";
  } catch (error) {
    trouble(error);
  }
}

async function lookAtNodes() {
  try {
    showNodes(await ask("nodes", {}));
  } catch (error) {
    trouble(error);
  }
}

function showFailures({ total, shown }) {
  at("failures").hidden = total === 0;
  at("failures").querySelector("summary").textContent = total > shown.length ? `Failures (the last ${shown.length} of ${total})` : `Failures (${total})`;
  draw(at("failures").querySelector(".list"), shown, () => [...shown].reverse().map(({ agent, text }) => {
    const button = make("button", "", agent);
    button.addEventListener("click", () => choose(agent));
    return make("div", "failure", button, make("pre", "", text));
  }));
}

async function lookAtFailures() {
  try {
    showFailures(await ask("failures", {}));
  } catch (error) {
    trouble(error);
  }
}

async function send(path, order) {
  try {
    await ask(path, order);
  } catch (error) {
    trouble(error);
  }
  await Promise.all([lookAtAgent(), lookAtAgents()]);
}

async function again(look, pause) {
  for (;;) {
    if (!document.hidden) await look();
    await new Promise(done => setTimeout(done, pause));
  }
}

for (const order of ["pause", "step", "go"]) {
  at(order).addEventListener("click", () => send("control", { agent: chosen, order }));
}
at("all-pause").addEventListener("click", () => send("control", { order: "pause" }));
at("all-go").addEventListener("click", () => send("control", { order: "go" }));
at("find-agent").addEventListener("input", lookAtAgents);
at("find-belief").addEventListener("input", lookAtAgent);
addEventListener("hashchange", () => {
  const name = decodeURIComponent(location.hash.slice(1));
  if (name && name !== chosen) choose(name);
});

chosen = location.hash.length > 1 ? decodeURIComponent(location.hash.slice(1)) : null;
again(lookAtNodes, AGENTS_EVERY);
again(lookAtFailures, AGENTS_EVERY);
again(lookAtAgents, AGENTS_EVERY);
again(lookAtAgent, AGENT_EVERY);
