"use client";

import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { AtSign, Hash } from "@/components/ui/icons/icons";
import { Eye, Paperclip, SquareCode } from "@/components/ui/icons/more-icons";
import { MenuItem, MenuSeparator } from "@/components/ui/overlays/menu-items";
import type { Style } from "./text-edit";

type InsertItemsProps = {
  onUpload: () => void;
  onSign: (sign: string) => void;
  onStyle: (style: Style) => void;
  onPreview: () => void;
};

/** The menu of what can be added to a message. */
export function InsertItems({ onUpload, onSign, onStyle, onPreview }: InsertItemsProps) {
  // The closing menu returns the focus to its button first.
  const then = (act: () => void) => () => afterDialog(act);
  return (
    <>
      <MenuItem icon={<Paperclip />} onSelect={onUpload}>
        Upload files
      </MenuItem>
      <MenuItem icon={<AtSign />} onSelect={then(() => onSign("@"))}>
        Mention someone
      </MenuItem>
      <MenuItem icon={<Hash />} onSelect={then(() => onSign("#"))}>
        Link to a channel
      </MenuItem>
      <MenuItem icon={<SquareCode />} onSelect={then(() => onStyle("block"))}>
        Code block
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Eye />} onSelect={then(onPreview)}>
        Preview
      </MenuItem>
    </>
  );
}
