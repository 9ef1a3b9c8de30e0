import { READ_SHORTCUTS } from "@/components/unread/read-shortcuts";

/** Keys pressed together, and what they do. `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
export type Shortcut = { keys: readonly string[]; does: string };

/** Every shortcut there is, by where it works. */
export const shortcutGroups: readonly { where: string; shortcuts: readonly Shortcut[] }[] = [
  {
    where: "Everywhere",
    shortcuts: [
      { keys: ["Mod", "K"], does: "Search channels, pages and actions" },
      { keys: ["?"], does: "Show these shortcuts" },
      { keys: ["Escape"], does: "Close what is open" },
    ],
  },
  {
    where: "Reading",
    shortcuts: [
      ...READ_SHORTCUTS.map(({ keys, does }) => ({ keys: keys.split("+"), does })),
      { keys: ["ArrowUp"], does: "Go to the message above, from a message" },
      { keys: ["ArrowDown"], does: "Go to the message below, from a message" },
    ],
  },
  {
    where: "Writing",
    shortcuts: [
      { keys: ["Enter"], does: "Send the message, or save the edited one" },
      { keys: ["Shift", "Enter"], does: "Begin a new line" },
      { keys: ["ArrowUp"], does: "Edit your last message, from the empty field" },
      { keys: ["Mod", "B"], does: "Bold" },
      { keys: ["Mod", "I"], does: "Italic" },
      { keys: ["Mod", "E"], does: "Code" },
      { keys: ["Mod", "K"], does: "Make the selected text a link" },
      { keys: ["Mod", "Shift", "P"], does: "Show or hide the preview" },
    ],
  },
];
