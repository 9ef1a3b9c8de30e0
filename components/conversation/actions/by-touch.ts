// What a keyboard moves the focus with. Other keys come from the one on the screen as well.
const MOVING = /^(Tab|Escape|Home|End|Page.+|Arrow.+)$/;

let byTouch = false;

if (typeof window !== "undefined") {
  const options = { capture: true, passive: true };
  window.addEventListener("pointerdown", ({ pointerType }) => set(pointerType === "touch"), options);
  window.addEventListener("keydown", ({ key }) => MOVING.test(key) && set(false), options);
}

function set(touch: boolean): void {
  byTouch = touch;
}

/** Whether the last thing that was done to the page was done with a finger: focus that moves then isn't a keyboard's. */
export function lastCameByTouch(): boolean {
  return byTouch;
}
