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
  // Menus open by the first of these, tabs by the second, everything else by the click.
  const press = (button: HTMLButtonElement) => {
    button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, cancelable: true, pointerType: "mouse" }));
    button.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true }));
  };
  let pressed: HTMLButtonElement | null = null;
  const onPointerDown = (event: Event) => {
    pressed = buttonOf(event);
    if (pressed) event.stopImmediatePropagation();
  };
  const onPointerUp = () => {
    // A click, if there is one, comes before that.
    setTimeout(() => {
      pressed = null;
    });
  };
  const onClick = (event: Event) => {
    pressed = null;
    const button = buttonOf(event);
    if (!button) return;
    keep(event, () => {
      press(button);
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
  window.addEventListener("pointerup", onPointerUp, true);
  window.addEventListener("click", onClick, true);
  window.addEventListener("keydown", onKeyDown, true);
  window.addEventListener(
    "parley:awake",
    () => {
      window.removeEventListener("pointerdown", onPointerDown, true);
      window.removeEventListener("pointerup", onPointerUp, true);
      window.removeEventListener("click", onClick, true);
      window.removeEventListener("keydown", onKeyDown, true);
      const held = pressed;
      // Its click comes later, and by itself.
      if (held) kept.push(() => press(held));
      // Each in a turn of its own, so that it meets what the one before it has done.
      for (const again of kept) setTimeout(again);
    },
    { once: true },
  );
}
