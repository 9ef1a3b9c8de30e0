"use client";

import { memo, useEffect, useRef } from "react";
import { EmojiPicker } from "@/components/emoji/emoji-picker";
import { FileInput } from "@/components/ui/controls/file-input";
import { IconButton } from "@/components/ui/controls/icon-button";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { keepFocus } from "@/components/ui/hooks/keep-focus";
import { AtSign, Code, Plus, Smile } from "@/components/ui/icons/icons";
import { Menu } from "@/components/ui/overlays/menu";
import { ownKey, readStored, writeStored } from "@/lib/browser/storage";
import { store, useStore } from "@/lib/browser/store";
import { loadWriting, useWritingParts } from "./deferred-writing";
import type { Style } from "./text-edit";

type WritingActions = {
  format: (style: Style) => void;
  insert: (text: string) => void;
  insertSign: (sign: string) => void;
};

type ToolsProps = WritingActions & { menu?: { onFiles: (files: File[]) => void; onPreview: () => void } };

/** The buttons below a text: what can be added to it, and whether its formatting buttons are shown. */
export const ComposerTools = memo(function ComposerTools({ format, insert, insertSign, menu }: ToolsProps) {
  const isShown = useFormattingShown();
  return (
    <div className="flex gap-0.5 [grid-area:tools]">
      {menu && <InsertMenu {...menu} onSign={insertSign} onStyle={format} />}
      <div className="flex gap-0.5 compact:hidden">
        <IconButton
          label="Formatting"
          icon={<span aria-hidden="true">Aa</span>}
          aria-pressed={isShown}
          onMouseDown={keepFocus}
          onClick={toggleFormatting}
          className="font-medium text-base aria-pressed:bg-surface-selected aria-pressed:text-text"
        />
        <EmojiPicker
          trigger={<IconButton label="Emoji" icon={<Smile />} />}
          // The closing panel returns the focus to its button first.
          // A custom one is a name, which has to be apart from other words.
          onPick={(emoji) => afterDialog(() => (emoji.startsWith(":") ? insertSign(`${emoji} `) : insert(emoji)))}
        />
        <IconButton label="Mention someone" icon={<AtSign />} onMouseDown={keepFocus} onClick={() => insertSign("@")} />
        <IconButton label="Code" icon={<Code />} onMouseDown={keepFocus} onClick={() => format("code")} />
      </div>
    </div>
  );
});

type InsertMenuProps = {
  onFiles: (files: File[]) => void;
  onPreview: () => void;
  onSign: (sign: string) => void;
  onStyle: (style: Style) => void;
};

function InsertMenu({ onFiles, ...on }: InsertMenuProps) {
  const input = useRef<HTMLInputElement>(null);
  const InsertItems = useWritingParts()?.InsertItems;
  return (
    <>
      <Menu
        load={loadWriting}
        align="start"
        side="top"
        trigger={<IconButton label="Attach or insert" icon={<Plus />} />}
      >
        {InsertItems ? <InsertItems onUpload={() => input.current?.click()} {...on} /> : null}
      </Menu>
      <FileInput ref={input} multiple choose={onFiles} />
    </>
  );
}

const KEY = "formatting";

// Null until it is read: storage isn't there when the server renders.
const formatting = store<boolean | null>(null);

/** Returns whether this person wants to see the formatting buttons all the time. Loads them if so. */
export function useFormattingShown(): boolean {
  useEffect(() => {
    if (formatting.get() === null) formatting.set(readStored(ownKey(KEY)) === true);
    if (formatting.get()) void loadWriting();
  }, []);
  return useStore(formatting, false, Boolean);
}

function toggleFormatting(): void {
  const next = !formatting.get();
  void loadWriting();
  formatting.set(next);
  writeStored(ownKey(KEY), next || null);
}
