"use client";

import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "@/components/ui/icon-button";

/** Opens the browser's choice of files. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label="Attach files" icon={<Paperclip />} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Or the same file could not be chosen again after it was removed.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
