"use client";

import { Search } from "lucide-react";
import { openPanel } from "@/components/frame/panels";
import { KeyCaps } from "@/components/keyboard/key-caps";
import { useMac } from "@/components/keyboard/keys";

/** Opens the palette, and teaches the keys that do so too. */
export function SearchButton() {
  return (
    <button
      type="button"
      aria-label="Search"
      aria-haspopup="dialog"
      aria-keyshortcuts={useMac() ? "Meta+K" : "Control+K"}
      onClick={() => openPanel("palette")}
      className="target-y flex w-full items-center gap-2 rounded-md border border-border-strong bg-surface-raised px-2.5 text-sm text-text-muted transition-colors hover:bg-surface-hover hover:text-text"
    >
      <Search aria-hidden="true" className="size-4 shrink-0" />
      <span className="flex-1 text-start">Search</span>
      <span className="pointer-coarse:hidden">
        <KeyCaps keys={["Mod", "K"]} />
      </span>
    </button>
  );
}
