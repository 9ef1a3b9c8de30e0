"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import type { FormAction } from "@/components/ui/forms/form-action";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { toast } from "@/components/ui/overlays/toaster";
import { type PushObstacle, pushEndpoint, pushObstacle, type TurnedOn, turnOnPushes } from "@/lib/browser/push";

/** Why this browser doesn't get push notifications, and what to do about it. */
const OBSTACLES: Record<PushObstacle, string> = {
  insecure: "Push notifications need HTTPS. Ask your server's operator to set it up.",
  install:
    "On iPhone and iPad, push notifications only work from the Home Screen: tap Share, then Add to Home Screen, open Parley from there and return to this page.",
  missing: "This browser doesn't support push notifications. Try another one, or leave private browsing.",
  blocked: "Your browser blocks notifications from Parley. Allow them in this site's settings.",
};

type PushHereProps = {
  publicKey: string;
  /** Whether the server sends pushes to this session. */
  isOn: boolean;
  sendTestPush: FormAction;
};

/** Turns on push notifications in this browser, or explains why that isn't possible. */
export function PushHere({ publicKey, isOn, sendTestPush }: PushHereProps) {
  const router = useRouter();
  const { obstacle, subscribed, recheck } = useHere();
  const [busy, setBusy] = useState<"on" | "test" | null>(null);
  const on = isOn && subscribed !== false;

  async function turnOn(): Promise<void> {
    setBusy("on");
    const result = await turnOnPushes(publicKey);
    const problem = problemOf(result);
    if (problem) toast.error(problem);
    await recheck();
    router.refresh();
    setBusy(null);
  }

  async function test(): Promise<void> {
    setBusy("test");
    const result = await sendTestPush({}).catch(() => null);
    if (result?.ok) toast.success("Test sent. It should appear in a moment.");
    else toast.error(result?.error ?? UNREACHABLE);
    setBusy(null);
    if (!result?.ok) router.refresh();
  }

  if (obstacle && !on) {
    return (
      <div className={ROOM}>
        <p className="text-sm text-text-muted">{OBSTACLES[obstacle]}</p>
      </div>
    );
  }
  return (
    <div className={ROOM}>
      <p className="text-sm text-text-muted">
        {on
          ? "Push notifications are on in this browser, even when Parley is closed."
          : "Get notified in this browser even when Parley is closed."}
      </p>
      {on ? (
        <Button busy={busy === "test"} onClick={() => void test()}>
          Send a test
        </Button>
      ) : (
        <Button variant="primary" busy={busy === "on"} onClick={() => void turnOn()}>
          Turn on push notifications
        </Button>
      )}
    </div>
  );
}

// Room for every state, because the browser's answer arrives after the first paint.
const ROOM = "flex min-h-32 flex-col items-start gap-3";

/** Returns this browser's push state, null until it is known. */
function useHere() {
  const [here, setHere] = useState<Here>({ obstacle: null, subscribed: null });
  const recheck = useCallback(async () => {
    setHere({ obstacle: pushObstacle(), subscribed: (await pushEndpoint()) !== null });
  }, []);
  useEffect(() => {
    const look = () => void recheck();
    look();
    // Users who change the browser's settings return to the page.
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, [recheck]);
  return { ...here, recheck };
}

type Here = { obstacle: PushObstacle | null; subscribed: boolean | null };

function problemOf(result: TurnedOn): string | null {
  if (result.outcome === "on") return null;
  if (result.outcome === "refused") return result.error ?? UNREACHABLE;
  return result.outcome === "dismissed"
    ? "You didn't allow notifications. Turn on push notifications again and choose Allow."
    : "Your browser couldn't reach its push service. Check your connection and try again.";
}
