"use client";

import { useState } from "react";

type ConfirmOptions = {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  onConfirm: () => Promise<string | null>;
};

/** The states of a confirmation: open, and open again because it failed. */
export function useConfirm({ open: controlled, onOpenChange, onConfirm }: ConfirmOptions) {
  const [own, setOwn] = useState(false);
  const [error, setError] = useState<string | null>(null);

  function setOpen(next: boolean): void {
    setError(null);
    setOwn(next);
    onOpenChange?.(next);
  }

  // It closes first: while it is open, what it is about is hidden from everybody who doesn't see the screen.
  async function confirm(): Promise<void> {
    setOpen(false);
    const failure = await onConfirm().catch(() => "That didn't work. Check your connection and try again.");
    if (!failure) return;
    setOpen(true);
    setError(failure);
  }

  return { open: controlled ?? own, setOpen, error, confirm };
}
