"use client";

import { useState } from "react";

type ConfirmOptions = {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  onConfirm: () => Promise<string | null>;
};

/** The states of a confirmation: open, busy, failed. */
export function useConfirm({ open: controlled, onOpenChange, onConfirm }: ConfirmOptions) {
  const [own, setOwn] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  function setOpen(next: boolean): void {
    if (busy) return;
    change(next);
  }

  function change(next: boolean): void {
    setError(null);
    setOwn(next);
    onOpenChange?.(next);
  }

  async function confirm(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      const failure = await onConfirm();
      if (failure) setError(failure);
      else change(false);
    } catch {
      setError("That didn't work. Check your connection and try again.");
    } finally {
      setBusy(false);
    }
  }

  return { open: controlled ?? own, setOpen, busy, error, confirm };
}
