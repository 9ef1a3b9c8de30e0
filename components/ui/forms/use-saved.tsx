"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { failureOf } from "@/components/ui/forms/failure-of";
import type { FormAction } from "@/components/ui/forms/form-action";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { Check } from "@/components/ui/icons/icons";
import { toast } from "@/components/ui/overlays/toaster";

// Why: docs/decisions/settings.md

const SHOWN_MS = 2_500;
type SaveOptions = {
  /** Saves; resolves to an error message, or null. */
  send: (input: unknown) => Promise<string | null>;
  /** A quiet "Saved" that disappears again, for the end of the label's line. */
  mark: ReactNode;
};

/** Saves one setting as soon as it's changed, and shows that it was saved. */
export function useSaved(save: FormAction): SaveOptions {
  const [saved, setSaved] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function send(input: unknown): Promise<string | null> {
    clearTimeout(timer.current);
    setSaved(false);
    sent.current += 1;
    const turn = sent.current;
    const failure = await save(input).then(failureOf, () => UNREACHABLE);
    // Until the last of several quick changes is stored, not everything is saved.
    if (failure !== null || turn !== sent.current) return failure;
    setSaved(true);
    timer.current = setTimeout(() => setSaved(false), SHOWN_MS);
    return null;
  }

  return { send, mark: <SavedMark isSaved={saved} /> };
}

/**
 * Saves one setting as soon as it's changed, as what `inputOf` makes of it. `shown` is immediately the new value, and the
 * stored one again if saving fails; a toast says why.
 */
export function useSavedValue<T extends boolean | string | object>(
  value: T,
  save: FormAction,
  inputOf: (value: T) => object,
) {
  const [stored, setStored] = useState(value);
  // What was chosen since the stored value last changed.
  const [chosen, setChosen] = useState<T>();
  const { send, mark } = useSaved(save);
  if (value !== stored) {
    setStored(value);
    setChosen(undefined);
  }

  async function change(next: T): Promise<void> {
    setChosen(next);
    const failure = await send(inputOf(next));
    if (failure === null) return;
    setChosen(undefined);
    toast.error(failure);
  }

  return { shown: chosen ?? value, change, mark };
}

/** Always there, so that screen readers announce it and nothing moves. */
function SavedMark({ isSaved }: { isSaved: boolean }) {
  return (
    <span role="status" className="flex h-4 items-center gap-1 text-text-muted text-xs">
      {isSaved && (
        <>
          <Check aria-hidden="true" className="size-3.5 text-success" />
          Saved
        </>
      )}
    </span>
  );
}
