"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { toast } from "@/components/ui/overlays/toaster";
import type { CardTrialDto } from "@/lib/webhooks/dto";
import type { CardModel } from "@/lib/webhooks/interpret/own-cards/model";
import type { CardActions } from "./card-actions";

type SavingOptions = {
  ids: { channelId: string; webhookId: string };
  /** The card as it's edited. */
  model: CardModel;
  /** The newest stored version. */
  stored: { model: CardModel | null; version: number | null };
  actions: CardActions;
  saved: () => void;
  /** Takes over the stored card. */
  load: (stored: CardModel) => void;
};

/** What the editor knows of trying and saving, and its ways to do it. */
export type Saving = ReturnType<typeof useSaving>;

/** Tries a card on the latest requests, saves it and restores earlier versions. `trial.of` is the card that was tried. */
export function useSaving({ ids, model, stored, actions, saved, load }: SavingOptions) {
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const [trial, setTrial] = useState<{ of: CardModel; result: CardTrialDto } | null>(null);
  const [busy, setBusy] = useState<"trying" | "saving" | null>(null);
  const { version } = stored;
  const newest = useRef(version);
  const restored = useRef(false);
  const takeStored = useEffectEvent(() => {
    if (restored.current && stored.model) load(stored.model);
    restored.current = false;
  });
  useEffect(() => {
    newest.current = version;
    takeStored();
  }, [version]);

  async function trySaving(): Promise<void> {
    setBusy("trying");
    setProblem(null);
    const result = await actions.tryCard({ ...ids, model: JSON.stringify(model) }).catch(() => null);
    setBusy(null);
    if (result?.ok) setTrial({ of: model, result: result.data });
    else setProblem(result?.error ?? UNREACHABLE);
  }

  async function save(): Promise<void> {
    setBusy("saving");
    const result = await actions
      .saveCard({ ...ids, model: JSON.stringify(model), basedOn: newest.current })
      .catch(() => null);
    setBusy(null);
    setTrial(null);
    if (!result?.ok) return setProblem(result?.error ?? UNREACHABLE);
    newest.current = result.data.version;
    saved();
    toast.success("Card saved", { description: "It's used for the webhook's next requests." });
    router.refresh();
  }

  /** Returns an error, or null. */
  async function restore(chosen: number): Promise<string | null> {
    const result = await actions.restoreCard({ ...ids, version: chosen }).catch(() => null);
    if (!result?.ok) return result?.error ?? UNREACHABLE;
    restored.current = true;
    toast.success(`Version ${chosen} restored`);
    router.refresh();
    return null;
  }

  return { problem, trial, busy, trySaving, save, restore, close: () => setTrial(null) };
}
