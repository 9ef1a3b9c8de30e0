type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "getModifierState">;

// The first part of a letter, and what an input method takes.
const COMPOSING = ["Dead", "Process"];

/** Whether this press of a key would write something in a text. Space wouldn't: elsewhere it scrolls, and presses buttons. */
export function isTyped(pressed: Pressed): boolean {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  // Where it is a key of its own, AltGr says that it is Ctrl and Alt as well.
  if (metaKey || ((ctrlKey || altKey) && !pressed.getModifierState("AltGraph"))) return false;
  return key !== " " && ([...key].length === 1 || COMPOSING.includes(key));
}
