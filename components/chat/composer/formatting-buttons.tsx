"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { keyText } from "@/components/chat/keyboard/key-text";
import { useMac } from "@/components/chat/keyboard/keys";
import { IconButton } from "@/components/ui/controls/icon-button";
import { keepFocus } from "@/components/ui/hooks/keep-focus";
import { Code } from "@/components/ui/icons/icons";
import { Bold, Italic, Link, List, ListOrdered, Quote, Strikethrough } from "@/components/ui/icons/more-icons";
import type { Style } from "./text-edit";

const buttons: readonly { style: Style; label: string; icon: ReactNode; keys: readonly string[] }[] = [
  { style: "bold", label: "Bold", icon: <Bold />, keys: ["Mod", "B"] },
  { style: "italic", label: "Italic", icon: <Italic />, keys: ["Mod", "I"] },
  { style: "strike", label: "Strikethrough", icon: <Strikethrough />, keys: ["Mod", "Shift", "X"] },
  { style: "code", label: "Code", icon: <Code />, keys: ["Mod", "E"] },
  { style: "link", label: "Link", icon: <Link />, keys: ["Mod", "K"] },
  { style: "quote", label: "Quote", icon: <Quote />, keys: ["Mod", "Shift", "9"] },
  { style: "bullets", label: "Bulleted list", icon: <List />, keys: ["Mod", "Shift", "8"] },
  { style: "numbers", label: "Numbered list", icon: <ListOrdered />, keys: ["Mod", "Shift", "7"] },
];

type FormattingButtonsProps = {
  onStyle: (style: Style) => void;
  /** The styles that the selection has; missing where that isn't shown. */
  active?: ReadonlySet<Style>;
  /** Over selected text. There Tab doesn't reach the buttons, because every one has a shortcut. */
  isBar?: boolean;
};

/** The buttons that format the selected text, in one toolbar: Tab reaches one of them, arrow keys the others. */
export function FormattingButtons({ onStyle, active, isBar = false }: FormattingButtonsProps) {
  const mac = useMac();
  const [current, setCurrent] = useState(0);
  // The row below the text has a button for code of its own.
  const shown = isBar ? buttons : buttons.filter(({ style }) => style !== "code");
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent) => {
    const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const next = (current + step + shown.length) % shown.length;
    setCurrent(next);
    currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div role="toolbar" aria-label="Formatting" className="flex" onKeyDown={onKeyDown}>
      {shown.map(({ style, label, icon, keys }, index) => (
        <IconButton
          key={style}
          label={label}
          tip={`${label} · ${together(keys, mac)}`}
          icon={icon}
          aria-pressed={active?.has(style)}
          tabIndex={!isBar && index === current ? 0 : -1}
          onMouseDown={keepFocus}
          onClick={() => onStyle(style)}
          className="aria-pressed:bg-surface-selected aria-pressed:text-text"
        />
      ))}
    </div>
  );
}

type RowProps = { onStyle: (style: Style) => void; isShown: boolean; isSelected: boolean };

/**
 * The formatting buttons, if the user wants them: beside the others, or above the text where space is short. On touch
 * screens also while text is selected.
 */
export function FormattingRow({ onStyle, isShown, isSelected }: RowProps) {
  if (!isShown && !isSelected) return null;
  return (
    <div
      className={clsx(
        !isShown && "pointer-fine:hidden",
        "min-w-0 overflow-x-auto [grid-area:format] [scrollbar-width:none] compact:hidden @2xl:ms-1.5 @2xl:border-s @2xl:ps-1.5",
      )}
    >
      <FormattingButtons onStyle={onStyle} />
    </div>
  );
}

/** In a list or a code block, Enter starts a new line; this says what sends the message. */
export function SendKeys() {
  const mac = useMac();
  return (
    <span className="whitespace-nowrap px-1.5 text-text-muted text-xs max-md:hidden pointer-coarse:hidden">
      {together(["Mod", "Enter"], mac)} to send
    </span>
  );
}

/** Returns the labels of keys pressed together: "⌘B" on a Mac, "Ctrl+B" elsewhere. */
function together(keys: readonly string[], mac: boolean): string {
  return keys.map((key) => keyText(key, mac)).join(mac ? "" : "+");
}
