// The card table: it draws the scene it is given, sends back what was chosen and shows the
// feedback it is given. It knows no rule of any game.
//
// In notebooks the default export is an anywidget. On a plain page `mount(el, model)` takes any
// object with get(name), on(event, callback), off(event, callback) and send(message).

// The few words the view says by itself; a scene in another language brings its own as `words`.
const WORDS = {
  noScene: "There is no position to show.", seats: "Players", toMove: "to move", out: "out", total: "total",
  hand: "Your hand", plays: "Ways to play {name}", closed: "{name} is not open to you now.", answers: "Answers",
  sayTotal: "Say total", sayTurn: "Say turn", keys: "Keys", close: "Close", caption: "What every card would have done",
  card: "Card", outcome: "Outcome", chance: "Chance", effect: "What happens", yours: "your choice",
};
const PENDING_MS = 2000;
const FOCUSABLE = "button, a, [tabindex]";
const TRAITS = ["scene", "feedback"];

// ---- markup: every piece the drawing fills in carries a data-part name ----

const TICK = "M4 13l5 5L20 6", CROSS = "M5 5l14 14M19 5L5 19";
const ICONS = {
  right: TICK, safe: TICK, wrong: CROSS, lost: CROSS, risk: "M12 3v11M12 20v.1", info: "M12 4v.1M12 10v10",
  barred: "M6 6l12 12M12 3a9 9 0 1 0 .1 0z", hint: "M9 20h6M9 16c0-3-3-4-3-8a6 6 0 0 1 12 0c0 4-3 5-3 8z",
};
const ICON = '<svg class="ono-icon" viewBox="0 0 24 24" aria-hidden="true"><path data-part="icon"/></svg>';

const PILE = (name) => `<div class="ono-pile" data-part="${name}"><span class="ono-stack" data-part="${name}Stack"
  aria-hidden="true"></span><span class="ono-caption" data-part="${name}Text"></span></div>`;
const CIRCLE = (name) => `<circle class="ono-${name}" data-part="${name}" r="53" cx="60" cy="60"/>`;

const TABLE = `<div class="ono-table" role="group" tabindex="-1">
<p class="ono-error" data-part="error"></p>
<div class="ono-body" data-part="body">
  <div class="ono-ask">
    <p class="ono-meta"><span data-part="rules"></span><span class="ono-progress" data-part="progress"></span></p>
    <p class="ono-question" data-part="question"></p>
    <p class="ono-lead" data-part="lead"></p>
  </div>
  <div class="ono-board"><div class="ono-felt">
    <div class="ono-round">
      <ul class="ono-seats" data-part="seats"></ul><div class="ono-arrows" data-part="arrows" aria-hidden="true"></div>
      ${PILE("draw")}
      <div class="ono-ring" data-part="ring" aria-hidden="true">
        <svg viewBox="0 0 120 120">${CIRCLE("track")}${CIRCLE("arc")}${CIRCLE("gaps")}</svg>
        <div data-part="marks"></div><b data-part="number"></b><span data-part="unit"></span>
      </div>
      ${PILE("discard")}
    </div>
    <ul class="ono-status"><li data-part="total"></li><li data-part="turn"></li><li data-part="owes"></li><li
      data-part="direction"></li></ul>
    <div class="ono-rail">
      <ol class="ono-hand" data-part="hand"></ol><div class="ono-tray" data-part="tray" role="group" hidden></div>
    </div>
  </div></div>
  <div class="ono-side">
    <div class="ono-choices" data-part="choices" role="group"></div>
    <div class="ono-tools"><div data-part="actions"></div><div data-part="own"></div></div>
    <div class="ono-keys" data-part="keys" role="group" tabindex="-1" hidden>
      <p><b data-part="keysTitle"></b><button type="button" data-do="keys" data-part="close"></button></p>
      <dl data-part="keyList"></dl>
    </div>
    <div class="ono-feedback" data-part="feedback">
      <p class="ono-headline" data-part="headline">${ICON}<span data-part="headlineText"></span></p>
      <p data-part="reason"></p>
      <ul class="ono-points" data-part="points"></ul>
      <table role="table" data-part="table"><caption data-part="caption"></caption><thead role="rowgroup"><tr role="row"
        data-part="columns"></tr></thead><tbody role="rowgroup" data-part="rows"></tbody></table>
    </div>
  </div>
</div>
<p class="ono-said" role="status" aria-live="polite" data-part="live"></p></div>`;

const SEAT = `<li class="ono-seat"><span class="ono-said" data-part="said"></span><span class="ono-plate" aria-hidden="true">
  <b data-part="name"></b><span class="ono-tag" data-part="tag"></span><span class="ono-fan" data-part="fan"></span>
  <span data-part="stake"></span></span></li>`;
const SLOT = `<li class="ono-slot"><button type="button" class="ono-card" data-do="card" data-part="button">
  <span class="ono-frame"><span class="ono-face" data-part="face"></span>
    <span class="ono-badge" data-part="badge" aria-hidden="true">${ICON}<span data-part="label"></span></span></span>
  <span data-part="name"></span></button><span class="ono-place" data-part="place" aria-hidden="true"></span></li>`;
const BUTTON = `<button type="button">${ICON}<span data-part="text"></span>
  <kbd data-part="key" aria-hidden="true"></kbd></button>`;
const KEY = '<div><dt><kbd data-part="key"></kbd></dt><dd data-part="text"></dd></div>';
const POINT = '<li><a data-part="link"></a><code data-part="id"></code> <span data-part="sentence"></span></li>';
const COLUMN = '<th scope="col" role="columnheader"></th>';
const ROW = `<tr role="row">
  <th scope="row" role="rowheader"><span class="ono-face" data-part="face"></span><span data-part="name"></span>
    <span class="ono-yours" data-part="yours"></span></th>
  <td role="cell" class="ono-outcome">${ICON}<span data-part="label"></span></td>
  <td role="cell" class="ono-chance" data-part="chance"></td><td role="cell" data-part="text"></td></tr>`;

// ---- reading what is given: what is missing or of the wrong kind reads as empty ----

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const part = (owner, name) => (isObject(owner?.[name]) ? owner[name] : {});
const list = (owner, name) => (Array.isArray(owner?.[name]) ? owner[name].filter(isObject) : []);
const text = (value) => (value === null || value === undefined ? "" : String(value));
const sentences = (...values) => values.map(text).filter(Boolean).join(" ");
const fill = (template, fields) => text(template).replace(/\{(\w+)\}/g, (_, name) => text(fields[name]));
const isPlay = (card, play) => card.code === play || list(card, "choices").some((choice) => choice.play === play);
const urlOf = (href) => (href && URL.canParse(href, document.baseURI) ? new URL(href, document.baseURI) : null);
const safeLink = (href) => (["https:", "http:", "file:"].includes(urlOf(href)?.protocol) ? href : null);

// ---- touching the page: only where something differs, so that focus and readers stay calm ----

function make(html) {
  const template = document.createElement("template");
  template.innerHTML = html.trim();
  const node = template.content.firstElementChild;
  // JupyterLab tries its shortcuts on the focused node before it looks at the nodes around.
  for (const child of template.content.querySelectorAll(FOCUSABLE)) child.dataset.lmSuppressShortcuts = "true";
  node.parts = Object.fromEntries([...node.querySelectorAll("[data-part]")].map((child) => [child.dataset.part, child]));
  return node;
}

function put(nodes, values) {
  for (const [name, value] of Object.entries(values)) {
    const [node, wanted] = [nodes[name], text(value)];
    if (node.textContent !== wanted) node.textContent = wanted;
    node.hidden = wanted === "";
  }
}

// True stands for an attribute without a value; false, null and undefined for none at all.
function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const wanted = value === true ? "" : value;
    if (wanted === false || wanted === null || wanted === undefined) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(wanted)) node.setAttribute(name, wanted);
  }
}

function fit(parent, html, items, draw) {
  while (parent.children.length > items.length) parent.lastElementChild.remove();
  while (parent.children.length < items.length) parent.append(make(html));
  items.forEach((item, index) => draw(parent.children[index], item, index));
}

function picture(node, svg) {
  if (node.drawn === svg) return;
  node.drawn = svg;
  node.replaceChildren(...(text(svg).startsWith("<svg") ? [make(svg)] : []));
}

function icon(nodes, name) {
  set(nodes.icon, { d: ICONS[name] ?? "" });
  set(nodes.icon.parentNode, { hidden: !ICONS[name] });
}

function drawButton(node, does, { text: label, key, disabled, primary }, mark) {
  put(node.parts, { text: label, key });
  icon(node.parts, mark);
  set(node, { "data-do": does, "data-primary": Boolean(primary), "aria-keyshortcuts": key || null });
  set(node, { "aria-disabled": disabled ? "true" : null, "aria-current": mark ? "true" : null });
}

// Places a node on a circle, or with a bulge below one on a rounder square, by its style sheet.
function at(node, degrees, bulge = 1) {
  const [x, y] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  node.style.setProperty("--x", (Math.sign(x) * Math.abs(x) ** bulge).toFixed(4));
  node.style.setProperty("--y", y.toFixed(4));
}

// ---- the scene ----

function drawWords(parts, scene) {
  const progress = part(scene, "progress");
  put(parts, { rules: part(scene, "rules").title, progress: progress.text, question: scene.question, lead: scene.lead });
  for (const name of ["total", "turn", "owes", "direction"]) put(parts, { [name]: part(scene, name).text });
  parts.progress.style.setProperty("--done", progress.of > 0 ? progress.done / progress.of : 0);
  set(parts.owes, { "data-many": part(scene, "owes").count > 1 });
  set(parts.direction, { "data-way": part(scene, "direction").id });
}

function drawTotal(parts, scene, words) {
  const { value, limit, marks } = part(scene, "total");
  const isKnown = Number.isFinite(value) && limit > 0;
  const allMarks = [...(Array.isArray(marks) ? marks : []), limit];
  parts.ring.hidden = !isKnown;
  put(parts, { number: text(value).replace("-", "\u2212"), unit: words.total });
  for (const circle of [parts.track, parts.arc, parts.gaps]) set(circle, { pathLength: isKnown ? limit : 1 });
  parts.arc.style.setProperty("--filled", isKnown ? Math.min(Math.abs(value), limit) : 0);
  set(parts.ring, { "data-below": value < 0 });
  fit(parts.marks, "<i></i>", isKnown ? allMarks : [], (node, mark) => {
    put({ node }, { node: mark });
    at(node, (mark / limit) * 360 - 90);
  });
}

// The reader sits at the bottom; the others follow clockwise, as seen from above.
function drawSeats(parts, scene, words) {
  const seats = list(scene, "seats");
  const you = Math.max(0, seats.findIndex((seat) => seat.you));
  const degrees = (index) => 90 + ((index - you) * 360) / seats.length;
  const { id } = part(scene, "direction");
  set(parts.seats, { "aria-label": words.seats });
  fit(parts.seats, SEAT, seats, (node, seat, index) => {
    at(node, degrees(index), 0.42);
    drawSeat(node, seat, words);
  });
  fit(parts.arrows, "<i></i>", id ? seats : [], (node, _, index) => {
    at(node, degrees(index + 0.5), 0.42);
    node.style.setProperty("--turn", `${degrees(index + 0.5) + (id === "ccw" ? -90 : 90)}deg`);
  });
}

function drawSeat(node, seat, words) {
  const tag = seat.out ? words.out : seat.mover ? words.toMove : "";
  const fan = seat.out || !Number.isInteger(seat.cards) ? "" : seat.cards;
  put(node.parts, { said: seat.text, name: seat.name, stake: seat.stake, fan, tag });
  node.parts.fan.style.setProperty("--cards", Math.min(fan || 0, 4));
  set(node, { "data-mover": Boolean(seat.mover), "data-out": Boolean(seat.out), "data-you": Boolean(seat.you) });
}

function drawPiles(parts, scene) {
  const { draw, discard } = part(scene, "piles");
  put(parts, { drawText: draw?.text, drawStack: draw?.count, discardText: discard?.text });
  picture(parts.discardStack, discard?.svg);
  set(parts.draw, { hidden: !isObject(draw) });
  set(parts.drawStack, { hidden: false, "data-empty": draw?.count === 0 });
  set(parts.discard, { hidden: !isObject(discard) });
  set(parts.discardStack, { "data-empty": !discard?.svg });
}

function drawHand(parts, scene, feedback, { pressed, opener }, words) {
  const hand = list(scene, "hand");
  const chosen = chosenPlace(hand, feedback.chosen, pressed);
  set(parts.hand, { "aria-label": words.hand, hidden: hand.length === 0 });
  fit(parts.hand, SLOT, hand, (node, card, place) => {
    drawCard(node, card, place, { isChosen: place === chosen, isOpen: place === opener });
    drawBadge(node, list(feedback, "cards").filter((row) => isPlay(card, row.play) || isPlay(card, row.code)));
  });
}

function chosenPlace(hand, play, pressed) {
  if (play === null || play === undefined) return -1;
  return hand[pressed] && isPlay(hand[pressed], play) ? pressed : hand.findIndex((card) => isPlay(card, play));
}

function drawCard(node, card, place, { isChosen, isOpen }) {
  const { button, face } = node.parts;
  const opens = list(card, "choices").length > 0;
  put(node.parts, { name: card.name, place: place + 1 });
  picture(face, card.svg);
  set(node, { "data-chosen": isChosen });
  set(button, { "aria-label": text(card.name), "aria-keyshortcuts": place + 1, "aria-current": isChosen ? "true" : null });
  set(button, { "aria-disabled": card.disabled ? "true" : null, "aria-expanded": opens ? String(isOpen) : null });
}

// Two plays of one card may end differently: then only the table below tells them apart.
function drawBadge(node, rows) {
  const row = rows.length > 0 && rows.every(({ outcome }) => outcome === rows[0].outcome) ? rows[0] : {};
  put(node.parts, { label: row.label });
  icon(node.parts, row.outcome);
  set(node, { "data-outcome": row.outcome });
  set(node.parts.badge, { hidden: !row.outcome });
}

function drawButtons(parts, scene, feedback, words) {
  const choices = list(scene, "choices");
  const own = [["total", words.sayTotal, "t"], ["turn", words.sayTurn, "w"], ["keys", words.keys, "?"]];
  const mark = (choice) => (feedback.chosen !== undefined && choice.id === feedback.chosen ? feedback.state : "");
  set(parts.choices, { "aria-label": words.answers, hidden: choices.length === 0 });
  fit(parts.choices, BUTTON, choices, (node, choice) => drawButton(node, "choice", choice, mark(choice)));
  fit(parts.actions, BUTTON, list(scene, "actions"), (node, action) => drawButton(node, "action", action));
  fit(parts.own, BUTTON, own, (node, [does, label, key]) => drawButton(node, does, { text: label, key }));
  set(parts.own.lastElementChild, { "aria-expanded": String(!parts.keys.hidden) });
}

function drawKeys(parts, scene, words) {
  put(parts, { keysTitle: words.keys, close: words.close });
  set(parts.keys, { "aria-label": words.keys });
  fit(parts.keyList, KEY, list(scene, "keys"), (node, row) => put(node.parts, row));
}

// ---- the feedback ----

function drawFeedback(parts, feedback, words) {
  set(parts.feedback, { "data-state": feedback.state, hidden: !feedback.headline && !feedback.text });
  put(parts, { headlineText: feedback.headline, reason: feedback.text, caption: words.caption });
  icon(parts, feedback.state);
  fit(parts.points, POINT, list(feedback, "rules"), drawPoint);
  drawOutcomes(parts, feedback, words);
}

function drawPoint(node, rule) {
  const href = safeLink(rule.href);
  put(node.parts, { link: href ? rule.id : "", id: href ? "" : rule.id, sentence: rule.sentence });
  set(node.parts.link, { href });
}

function drawOutcomes(parts, feedback, words) {
  const rows = list(feedback, "cards");
  const chosen = rows.findIndex((row) => (row.play ?? row.code) === feedback.chosen);
  const hasChance = rows.some((row) => row.chance);
  const columns = [words.card, words.outcome, hasChance ? words.chance : "", words.effect];
  set(parts.table, { hidden: rows.length === 0 });
  fit(parts.columns, COLUMN, columns, (node, label) => put({ node }, { node: label }));
  fit(parts.rows, ROW, rows, (node, row, index) => {
    drawOutcome(node, row, index === chosen, words);
    set(node.parts.chance, { hidden: !hasChance, "data-label": row.chance ? words.chance : null });
  });
}

function drawOutcome(node, row, isChosen, words) {
  const yours = isChosen ? words.yours : "";
  put(node.parts, { name: row.name, yours, label: row.label, chance: row.chance, text: row.text });
  picture(node.parts.face, row.svg);
  icon(node.parts, row.outcome);
  set(node, { "data-outcome": row.outcome, "data-chosen": isChosen });
}

// ---- keys and focus ----

const isShown = (node) => Boolean(node?.isConnected && node.getClientRects().length);
const isTyping = (node) => Boolean(node.closest("input, textarea, select, [contenteditable]"));
const buttonsIn = (home) => [...home.querySelectorAll("button")].filter(isShown);
// On keyboards whose digits need Shift the key below the digit counts as well.
const digitOf = ({ key, code, shiftKey }) =>
  Number(/^[1-9]$/.test(key) ? key : (!shiftKey && /^Digit([1-9])$/.exec(code)?.[1]) || 0);

// ---- one view of one model ----

class Table {
  constructor(el, model) {
    this.model = model;
    this.root = make(TABLE);
    this.parts = this.root.parts;
    this.changed = () => this.later();
    for (const name of TRAITS) model.on(`change:${name}`, this.changed);
    for (const name of ["click", "keydown", "focusout"]) this.root.addEventListener(name, (event) => this[name](event));
    this.draw();
    [this.saidScene, this.saidFeedback] = [this.scene.serial, this.feedback.serial];
    el.append(this.root);
  }

  close() {
    for (const name of TRAITS) this.model.off(`change:${name}`, this.changed);
    this.isClosed = true;
    this.root.remove();
  }

  // Scene and feedback often change together: one drawing and one announcement for both.
  later() {
    if (!this.isDue) queueMicrotask(() => this.update());
    this.isDue = true;
  }

  update() {
    this.isDue = false;
    if (this.isClosed) return;
    const held = this.held();
    this.draw();
    this.refocus(held);
    this.announce();
  }

  read() {
    const given = Object.fromEntries(TRAITS.map((name) => [name, this.model.get(name)]));
    for (const name of TRAITS) this[name] = part(given, name);
    this.words = { ...WORDS, ...part(this.scene, "words") };
    return isObject(given.scene);
  }

  draw() {
    const before = this.scene?.serial;
    const isKnown = this.read();
    const { parts, scene, feedback, words } = this;
    put(parts, { error: isKnown ? "" : words.noScene });
    set(parts.body, { hidden: !isKnown });
    set(this.root, { "aria-label": text(scene.name) || words.noScene });
    const isTrayStale = scene.serial !== before || !list(list(scene, "hand")[this.opener], "choices").length;
    if (isTrayStale) this.openTray(null);
    if (scene.serial !== before) this.pressed = null;
    for (const draw of [drawWords, drawTotal, drawSeats, drawPiles, drawKeys]) draw(parts, scene, words);
    drawHand(parts, scene, feedback, this, words);
    drawButtons(parts, scene, feedback, words);
    drawFeedback(parts, feedback, words);
  }

  // A live region is read again only if its text changes: the same words get an unseen end.
  say(words) {
    const { live } = this.parts;
    live.textContent = live.textContent === words ? `${words}\u00a0` : words;
  }

  announce() {
    const { scene, feedback, parts } = this;
    const isFresh = feedback.serial !== undefined && feedback.serial !== this.saidFeedback;
    if (isFresh) this.say(text(feedback.say) || sentences(feedback.headline, feedback.text));
    if (isFresh && this.hasFocus()) {
      for (const name of ["reason", "headline"]) parts[name].scrollIntoView({ block: "nearest" });
    }
    if (feedback.serial === undefined && scene.serial !== this.saidScene) this.say(this.sceneAloud());
    if (isFresh || feedback.serial === undefined) this.saidScene = scene.serial;
    this.saidFeedback = feedback.serial;
  }

  sceneAloud() {
    const [progress, total, turn, owes] = ["progress", "total", "turn", "owes"].map((name) => part(this.scene, name).text);
    return text(this.scene.say) || sentences(progress, this.scene.question, this.scene.lead, total, turn, owes);
  }

  active() {
    return this.root.getRootNode().activeElement ?? null;
  }

  hasFocus() {
    return this.root.contains(this.active()) && isShown(this.active());
  }

  held() {
    const { hand, choices, actions, own } = this.parts;
    const home = [hand, choices, actions, own].find((group) => group.contains(this.active())) ?? hand;
    return this.hasFocus() ? { home, index: Math.max(0, buttonsIn(home).indexOf(this.active())) } : null;
  }

  refocus(held) {
    if (!held || this.hasFocus()) return;
    const { hand, choices, actions } = this.parts;
    const near = buttonsIn(held.home);
    const next = near[Math.min(held.index, near.length - 1)] ?? [hand, choices, actions].flatMap(buttonsIn)[0];
    (next ?? this.root).focus({ preventScroll: true });
  }

  click(event) {
    const node = event.target.closest("[data-do]");
    const what = node?.dataset.do;
    if (!node || (what !== "card" && node.getAttribute("aria-disabled"))) return;
    const item = what === "card" ? node.parentNode : node;
    this.press(what, [...item.parentNode.children].indexOf(item));
  }

  press(what, index) {
    const { scene } = this;
    const send = (names) => this.send({ type: what, id: list(scene, names)[index].id });
    const acts = {
      card: () => this.pressCard(index),
      play: () => this.pressPlay(index),
      choice: () => send("choices"),
      action: () => send("actions"),
      total: () => this.say(text(part(scene, "total").text)),
      turn: () => this.say(sentences(part(scene, "turn").text, part(scene, "owes").text)),
      keys: () => this.toggleKeys(),
    };
    acts[what]();
  }

  pressCard(place) {
    const card = list(this.scene, "hand")[place];
    if (card.disabled) this.say(fill(this.words.closed, card));
    else if (list(card, "choices").length) this.openTray(this.opener === place ? null : place);
    else this.play(place, card.code);
  }

  pressPlay(index) {
    const place = this.opener;
    this.openTray(null);
    this.play(place, list(list(this.scene, "hand")[place], "choices")[index].play);
  }

  play(place, play) {
    if (this.send({ type: "play", play })) this.pressed = place;
  }

  // A second press before the answer is there would be a second answer: it is dropped.
  send(message) {
    const serials = `${this.scene.serial} ${this.feedback.serial}`;
    const now = performance.now();
    if (this.pending?.serials === serials && now < this.pending.until) return false;
    this.pending = { serials, until: now + PENDING_MS };
    this.model.send(message);
    return true;
  }

  openTray(place) {
    const { hand, tray } = this.parts;
    const opener = (index) => hand.children[index]?.parts.button;
    const card = list(this.scene, "hand")[place];
    if (tray.contains(this.active())) opener(this.opener)?.focus();
    if (opener(this.opener)?.ariaExpanded) set(opener(this.opener), { "aria-expanded": "false" });
    [this.opener, tray.hidden] = [card ? place : null, !card];
    if (!card) return;
    set(tray, { "aria-label": fill(this.words.plays, card) });
    set(opener(place), { "aria-expanded": "true" });
    fit(tray, BUTTON, list(card, "choices"), (node, choice) => drawButton(node, "play", { text: choice.name }));
    tray.firstElementChild.focus();
  }

  focusout({ target, relatedTarget: next }) {
    const { tray, hand } = this.parts;
    const stays = !next || tray.contains(next) || hand.children[this.opener]?.contains(next);
    if (tray.contains(target) && !tray.hidden && !stays) this.openTray(null);
  }

  toggleKeys() {
    const { keys, own } = this.parts;
    const leaves = keys.contains(this.active());
    if (keys.hidden) this.beforeKeys = this.active();
    keys.hidden = !keys.hidden;
    set(own.lastElementChild, { "aria-expanded": String(!keys.hidden) });
    if (!keys.hidden) this.say(sentences(...list(this.scene, "keys").map((row) => `${row.key}: ${row.text}.`)));
    if (!keys.hidden) keys.focus();
    else if (leaves) (this.root.contains(this.beforeKeys) && isShown(this.beforeKeys) ? this.beforeKeys : this.root).focus();
  }

  // Keys act only while the focus is inside: the listener sits on the table itself.
  keydown(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || isTyping(event.target)) return;
    const act = this.actFor(event, text(event.key).toLowerCase());
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) act();
  }

  actFor(event, key) {
    const place = digitOf(event);
    if (place) return list(this.scene, "hand")[place - 1] && (() => this.press("card", place - 1));
    if (key === "escape") return this.escape();
    if (key === "arrowleft" || key === "arrowright") return this.step(key === "arrowleft" ? -1 : 1);
    const own = { t: "total", w: "turn", "?": "keys" }[key];
    return own ? () => this.press(own) : this.letter(key);
  }

  letter(key) {
    for (const [name, what] of [["choices", "choice"], ["actions", "action"]]) {
      const index = list(this.scene, name).findIndex((item) => text(item.key).toLowerCase() === key);
      if (index >= 0) return () => list(this.scene, name)[index].disabled || this.press(what, index);
    }
    return null;
  }

  escape() {
    if (!this.parts.tray.hidden) return () => this.openTray(null);
    return this.parts.keys.hidden ? null : () => this.toggleKeys();
  }

  step(by) {
    const near = [this.parts.hand, this.parts.tray].map(buttonsIn).find((nodes) => nodes.includes(this.active()));
    return near && (() => near[(near.indexOf(this.active()) + by + near.length) % near.length].focus());
  }
}

// ---- the two ways in ----

export function mount(el, model) {
  const table = new Table(el, model);
  return () => table.close();
}

export default { render: ({ model, el }) => mount(el, model) };
