"use client";

import { useEffect } from "react";
import { deferredUntil, onMissingPart } from "@/components/ui/deferred/deferred";
import type { ExternalToast, toast as Say } from "./toasts";

// Toasts also report a lost connection, and then their code couldn't be loaded any more.
const toasts = deferredUntil(["pointerdown", "keydown"], () => import("./toasts"));
const waiting: ((say: typeof Say) => void)[] = [];
let current: typeof Say | null = null;

/** Shows a toast. Its text must make sense on its own. */
export function toast(text: string, options?: ExternalToast): void {
  tell((say) => say(text, options));
}
toast.success = (text: string, options?: ExternalToast) => tell((say) => say.success(text, options));
toast.error = (text: string, options?: ExternalToast) => tell((say) => say.error(text, options));

function tell(act: (say: typeof Say) => void): void {
  if (current) {
    act(current);
    return;
  }
  waiting.push(act);
  void toasts.load();
}

/** The place where toasts appear, once in the root layout. */
export function Toaster() {
  const loaded = toasts.use();
  useEffect(
    () =>
      onMissingPart(() =>
        toast.error("Part of this page couldn't be loaded. Check your connection and reload.", {
          id: "missing-part",
        }),
      ),
    [],
  );
  useEffect(() => {
    if (!loaded) return;
    current = loaded.toast;
    for (const act of waiting.splice(0)) act(loaded.toast);
    return () => {
      current = null;
    };
  }, [loaded]);
  if (!loaded) return null;
  return <loaded.Toasts />;
}
