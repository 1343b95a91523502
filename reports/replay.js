"use strict";
// The replay of a game page. Everything it shows already stands in the list of turns: it only brings one turn at a time on the stage.
(function () {
  const root = document.documentElement;
  // Where the boards stand on pages of their own, the place of a roll leads on to its board.
  function onward() {
    const roll = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (roll && roll.matches(".rolls a[href]")) location.replace(roll.href);
  }
  if (document.querySelector(".rolls")) {
    window.addEventListener("hashchange", onward);
    onward();
  }
  const list = document.querySelector(".turns");
  const stage = document.querySelector(".stage");
  if (!list || !stage) return;
  const turns = Array.from(list.querySelectorAll(".turn"));
  if (!turns.length) return;
  root.classList.add("js");
  const board = stage.querySelector(".stage-board");
  const words = stage.querySelector(".stage-words");
  const help = stage.querySelector(".help");
  let at = -1;
  let flipped = false;

  function show(index, follow) {
    if (index < 0 || index >= turns.length) return;
    if (at >= 0) {
      turns[at].classList.remove("on");
      turns[at].removeAttribute("aria-current");
    }
    at = index;
    const turn = turns[at];
    turn.classList.add("on");
    turn.setAttribute("aria-current", "true");
    const drawing = turn.querySelector(".board");
    board.replaceChildren();
    if (drawing) {
      const copy = drawing.cloneNode(true);
      copy.classList.toggle("flip", flipped);
      board.append(copy);
    }
    words.replaceChildren(...Array.from(turn.children, (part) => part.cloneNode(true)).filter((part) => !part.matches(".board")));
    reveal();
    requestAnimationFrame(reveal); // turns first laid out now may be taller than was thought
    if (follow && history.replaceState) history.replaceState(null, "", "#" + turn.id);
  }

  function reveal() {
    const turn = turns[at];
    const top = turn.offsetTop - list.offsetTop * (list === turn.offsetParent ? 0 : 1);
    if (top < list.scrollTop + 40 || top + turn.offsetHeight > list.scrollTop + list.clientHeight - 40) {
      list.scrollTop = top - list.clientHeight / 3;
    }
  }

  function seek(step, kind) {
    for (let index = at + step; index >= 0 && index < turns.length; index += step) {
      if (!kind || turns[index].classList.contains(kind)) {
        show(index, true);
        return;
      }
    }
  }

  function fromHash(first) {
    const index = turns.findIndex((turn) => "#" + turn.id === location.hash);
    if (index >= 0) {
      show(index, false);
      stage.scrollIntoView({ block: "start" });
    } else if (first) {
      show(0, false);
    }
  }

  const acts = {
    n: () => seek(1), p: () => seek(-1), j: () => seek(1, "jan"), J: () => seek(-1, "jan"), e: () => seek(1, "err"), E: () => seek(-1, "err"),
    g: () => seek(1, "first"), G: () => seek(-1, "first"),
    a: () => show(0, true), z: () => show(turns.length - 1, true),
    f: () => { flipped = !flipped; board.querySelectorAll(".board").forEach((drawing) => drawing.classList.toggle("flip", flipped)); },
    "?": () => { help.hidden = !help.hidden; },
  };
  const same = { ArrowRight: "n", ArrowLeft: "p", Home: "a", End: "z" };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select")) return;
    if ((event.key === "Home" || event.key === "End") && !stage.contains(event.target) && !list.contains(event.target)) return;
    const act = acts[same[event.key] || event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  stage.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-act]") : null;
    if (button) acts[button.dataset.act]();
  });
  list.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || event.target.closest(".why a")) return;
    const turn = event.target.closest(".turn");
    if (!turn) return;
    event.preventDefault();
    show(turns.indexOf(turn), true);
  });
  window.addEventListener("hashchange", () => fromHash(false));
  fromHash(true);
})();
