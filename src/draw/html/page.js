"use strict";
(() => {
  const element = id => document.getElementById(id);
  const { frames } = JSON.parse(element("film").textContent);
  const last = frames.length - 1;
  const [board, caption, moves, slider, play] = ["board", "caption", "moves", "slider", "play"].map(element);
  const actors = [...element("actors").children];
  // What is drawn in some frames only, by number: frames name their shapes by these numbers.
  const props = [...element("scene").children, ...element("props").children];

  // How long a step stays, and how long its motion takes at most, in milliseconds at speed 1.
  const PERIOD = 900, MOTION = 450;

  let now = 0;
  let timer = null;

  const title = step => last === 0 ? "No moves" : `Step ${step} of ${last}`;
  const period = () => PERIOD / Number(element("speed").value);

  // Whether the step to this frame moved an actor.
  function moved(step, index) {
    const [old, here] = [step - 1, step].map(number => frames[number]?.places[index]);
    return Boolean(old && here) && (old[0] !== here[0] || old[1] !== here[1]);
  }

  // Puts every actor where it is in a frame. What was not there before appears in its place instead of flying to it.
  function place(step, animated) {
    const frame = frames[step];
    const jumping = actors.filter(actor => !animated || actor.classList.contains("gone"));
    for (const actor of jumping) actor.style.transition = "none";
    actors.forEach((actor, index) => {
      const at = frame.places[index];
      if (at) actor.style.transform = `translate(${at[0]}px, ${at[1]}px)`;
    });
    // Has the browser take note of the places before motion is allowed again.
    board.getBoundingClientRect();
    for (const actor of jumping) actor.style.transition = "";
    actors.forEach((actor, index) => {
      actor.classList.toggle("gone", !frame.places[index]);
      actor.classList.toggle("moved", moved(step, index));
    });
    element("scene").replaceChildren(...frame.shapes.map(number => props[number]));
  }

  // The current move is marked, is the one that Tab gets to, and is in sight in the list; the page stays where it is.
  function mark(step) {
    const old = moves.querySelector("[aria-current]");
    old?.removeAttribute("aria-current");
    old?.setAttribute("tabindex", "-1");
    const button = moves.children[step].firstChild;
    button.setAttribute("aria-current", "step");
    button.setAttribute("tabindex", "0");
    const [list, item] = [moves.getBoundingClientRect(), button.getBoundingClientRect()];
    if (item.top < list.top + item.height) moves.scrollTop += item.top - list.top - item.height;
    if (list.bottom - item.height < item.bottom) moves.scrollTop += item.bottom - list.bottom + item.height;
  }

  // A running film would talk without end, and the slider says by itself what it shows.
  function say() {
    const silent = timer !== null || document.activeElement === slider;
    caption.setAttribute("aria-live", silent ? "off" : "polite");
    element("count").textContent = title(now);
    element("move").textContent = frames[now].caption;
  }

  // Shows a step; only a step to a neighbour is a motion, everything else is a cut.
  function show(step, animated = Math.abs(step - now) === 1) {
    now = step;
    const frame = frames[now];
    document.documentElement.style.setProperty("--motion", `${Math.min(MOTION, 0.6 * period())}ms`);
    place(now, animated);
    mark(now);
    slider.value = now;
    slider.setAttribute("aria-valuetext", `${title(now)}: ${frame.caption}`);
    say();
    // Twice: what a closed element holds describes nothing.
    for (const id of ["description", "words"]) element(id).textContent = frame.description;
    for (const id of ["first", "back"]) element(id).setAttribute("aria-disabled", now === 0);
    for (const id of ["forward", "last"]) element(id).setAttribute("aria-disabled", now === last);
  }

  // Goes to a step, if there is one, and writes it into the address.
  function go(step) {
    const target = Math.min(Math.max(step, 0), last);
    if (target === now) return;
    show(target);
    try {
      history.replaceState(null, "", `#${now}`);
    } catch {
      // Some browsers allow few changes of the address in a row, or none in a frame. The film goes on without.
    }
  }

  function pause() {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    dress();
  }

  // The next step while the film is running; the last one is shown, and said, when it has stopped.
  function tick() {
    if (now + 1 < last) {
      timer = setTimeout(tick, period());
    } else {
      pause();
    }
    go(now + 1);
  }

  function toggle() {
    if (last === 0) return;
    if (timer !== null) {
      pause();
      say();
      return;
    }
    const again = now === last;
    timer = setTimeout(tick, again ? period() : 0);
    dress();
    if (again) go(0);
  }

  function dress() {
    const playing = timer !== null;
    document.body.classList.toggle("playing", playing);
    play.setAttribute("aria-label", playing ? "Pause" : "Play");
    play.setAttribute("title", playing ? "Pause (space)" : "Play (space)");
  }

  function step(target) {
    pause();
    go(target());
  }

  function fromAddress() {
    const number = /^#(\d+)$/.exec(location.hash);
    return number ? Math.min(Number(number[1]), last) : null;
  }

  const steps = { first: () => 0, back: () => now - 1, forward: () => now + 1, last: () => last };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };

  function listen() {
    for (const [id, target] of Object.entries(steps)) element(id).addEventListener("click", () => step(target));
    play.addEventListener("click", toggle);
    slider.addEventListener("input", () => step(() => Number(slider.value)));
    moves.addEventListener("click", event => {
      const item = event.target.closest("li");
      if (item) step(() => [...moves.children].indexOf(item));
    });
    moves.addEventListener("keydown", event => {
      const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!way) return;
      event.preventDefault();
      step(() => now + way);
      moves.children[now].firstChild.focus({ preventScroll: true });
    });
    document.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const on = event.target;
      // The slider and the choice of speed have these keys for themselves; whatever can be pressed has the space bar.
      if (on.matches("select") || (on === slider && event.key !== " ")) return;
      if (event.key === " ") {
        if (on.matches("button, summary")) return;
        toggle();
      } else if (event.key in keys) {
        step(steps[keys[event.key]]);
      } else {
        return;
      }
      event.preventDefault();
    });
    window.addEventListener("hashchange", () => {
      const target = fromAddress();
      if (target !== null && target !== now) {
        pause();
        show(target);
      }
    });
  }

  function list() {
    moves.append(...frames.map((frame, index) => {
      const [item, button, number, name] = ["li", "button", "span", "span"].map(tag => document.createElement(tag));
      number.className = "number";
      number.textContent = index;
      name.textContent = frame.caption;
      button.type = "button";
      button.setAttribute("tabindex", "-1");
      button.append(number, " ", name);
      item.append(button);
      return item;
    }));
  }

  if (last < 0) {
    for (const hidden of ["player", "moves-title"]) element(hidden).hidden = true;
    element("move").textContent = "There is nothing to show.";
    return;
  }
  slider.max = last;
  slider.disabled = last === 0;
  play.setAttribute("aria-disabled", last === 0);
  list();
  listen();
  show(fromAddress() ?? 0, false);
})();
