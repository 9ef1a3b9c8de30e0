/**
 * Runs inside the page before everything else, so it may use nothing from outside itself. Until the page is awake nobody would hear
 * a press of a button, a shortcut, or Enter in a text: they are kept, and done in their order once `parley:awake` says so.
 */
export function keepGestures(): void {
  const kept: (() => void)[] = [];
  const keep = (event: Event, again: () => void) => {
    event.stopImmediatePropagation();
    if (kept.length < 20) kept.push(again);
  };

  // Links, and the buttons that send a form, work by themselves.
  const buttonOf = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLButtonElement>("button[type=button]") : null;
  const onPointerDown = (event: Event) => {
    if (buttonOf(event)) event.stopImmediatePropagation();
  };
  const onClick = (event: Event) => {
    const button = buttonOf(event);
    if (!button) return;
    keep(event, () => {
      // Menus open by this, everything else by the click.
      button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, cancelable: true, pointerType: "mouse" }));
      button.click();
    });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
    const inText = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    const sends = target instanceof HTMLTextAreaElement && key === "Enter" && !shiftKey && !isComposing;
    const isShortcut = ctrlKey || metaKey || altKey || (key === "?" && !inText);
    if (!sends && !isShortcut) return;
    // The browser's own answers to these would be a new line, and its address bar.
    if (sends || key === "k") event.preventDefault();
    keep(event, () => {
      const at = sends ? target : (document.activeElement ?? document.body);
      const init = { key, code, ctrlKey, metaKey, altKey, shiftKey, bubbles: true, cancelable: true };
      at.dispatchEvent(new KeyboardEvent("keydown", init));
    });
  };

  window.addEventListener("pointerdown", onPointerDown, true);
  window.addEventListener("click", onClick, true);
  window.addEventListener("keydown", onKeyDown, true);
  window.addEventListener(
    "parley:awake",
    () => {
      window.removeEventListener("pointerdown", onPointerDown, true);
      window.removeEventListener("click", onClick, true);
      window.removeEventListener("keydown", onKeyDown, true);
      // Each in a turn of its own, so that it meets what the one before it has done.
      for (const again of kept) setTimeout(again);
    },
    { once: true },
  );
}
