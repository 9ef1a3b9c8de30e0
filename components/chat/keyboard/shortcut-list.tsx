import { useLayoutEffect } from "react";
import { KeyCaps } from "@/components/chat/keyboard/key-caps";
import type { DeferredDialogProps } from "@/components/frame/panels";
import { READ_SHORTCUTS } from "@/components/frame/unread/read-shortcuts";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { useReturnFocus } from "@/components/ui/hooks/use-return-focus";
import { Dialog } from "@/components/ui/overlays/dialog";
import { keysSpoken, keyText } from "./key-text";
import { useMac } from "./keys";
import { MESSAGE_KEYS } from "./message-keys";

/** Keys pressed together, and what they do. `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
export type Shortcut = { keys: readonly string[]; does: string };

/** All shortcuts, by where they work. */
export const shortcutGroups: readonly { where: string; shortcuts: readonly Shortcut[] }[] = [
  {
    where: "Everywhere",
    shortcuts: [
      { keys: ["Mod", "K"], does: "Search channels, pages and actions" },
      { keys: ["?"], does: "Show these shortcuts" },
      { keys: ["Escape"], does: "Close the open dialog or panel" },
      { keys: ["F6"], does: "Go to the next part of the page" },
      { keys: ["Shift", "F6"], does: "Go to the previous part of the page" },
      { keys: ["Alt", "T"], does: "Go to what just popped up, such as Undo" },
    ],
  },
  {
    where: "Reading",
    shortcuts: [...READ_SHORTCUTS.map(({ keys, does }) => ({ keys: keys.split("+"), does }))],
  },
  {
    where: "On a focused message",
    shortcuts: [
      { keys: ["ArrowUp"], does: "Go to the previous message" },
      { keys: ["ArrowDown"], does: "Go to the next message" },
      ...Object.values(MESSAGE_KEYS).map(({ key, does }) => ({ keys: [key], does })),
    ],
  },
  {
    where: "In the sidebar",
    shortcuts: [
      { keys: ["ArrowUp"], does: "Go to the row above" },
      { keys: ["ArrowDown"], does: "Go to the row below" },
      { keys: ["Shift", "F10"], does: "Open the row's menu" },
      { keys: ["Alt", "Shift", "ArrowUp"], does: "Move the focused section up" },
      { keys: ["Alt", "Shift", "ArrowDown"], does: "Move the focused section down" },
    ],
  },
  {
    where: "Writing",
    shortcuts: [
      { keys: ["Enter"], does: "Send the message, or save your edit" },
      { keys: ["Shift", "Enter"], does: "Start a new line" },
      { keys: ["Mod", "Enter"], does: "Send from a list or code block" },
      { keys: ["ArrowUp"], does: "Edit your last message, when the field is empty" },
      { keys: ["Mod", "B"], does: "Bold" },
      { keys: ["Mod", "I"], does: "Italic" },
      { keys: ["Mod", "Shift", "X"], does: "Strikethrough" },
      { keys: ["Mod", "E"], does: "Code" },
      { keys: ["Mod", "K"], does: "Turn the selected text into a link" },
      { keys: ["Mod", "Shift", "7"], does: "Numbered list" },
      { keys: ["Mod", "Shift", "8"], does: "Bulleted list" },
      { keys: ["Mod", "Shift", "9"], does: "Quote" },
      { keys: ["Mod", "Shift", "V"], does: "Paste without formatting" },
      { keys: ["Mod", "Shift", "P"], does: "Show or hide the preview" },
    ],
  },
];

/** The dialog with all shortcuts, by where they work. */
export function ShortcutDialog({ open, onOpenChange }: DeferredDialogProps) {
  const { remember, giveBack } = useReturnFocus();
  // Before the dialog takes the focus, which it does in an effect.
  useLayoutEffect(() => {
    if (open) remember();
  }, [open, remember]);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) afterDialog(giveBack);
        onOpenChange(next);
      }}
      title="Keyboard shortcuts"
    >
      <ShortcutList />
    </Dialog>
  );
}

function ShortcutList() {
  return (
    <section
      aria-label="Shortcuts"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="flex flex-col gap-6 rounded-md focus-visible:outline-1 focus-visible:outline-offset-8"
    >
      {shortcutGroups.map((group) => (
        <Group key={group.where} {...group} />
      ))}
    </section>
  );
}

function Group({ where, shortcuts }: { where: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section aria-label={where}>
      <h3 className="pb-1 font-medium text-sm text-text-muted">{where}</h3>
      <dl className="divide-y">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-2 text-sm">
            <dt>{does}</dt>
            <dd className="shrink-0">
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  const mac = useMac();
  const printed = keys.map((key) => keyText(key, mac));
  return (
    <>
      <span className="sr-only">{keysSpoken(printed)}</span>
      <KeyCaps printed={printed} />
    </>
  );
}
