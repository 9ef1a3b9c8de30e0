"use client";

import { useEffect } from "react";
import type { ExternalToast, toast as Say } from "sonner";
import { late, onMissingPart } from "./late";

const sonner = late(() => import("sonner"));
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
  void sonner.load();
}

/** The place where toasts appear, once in the root layout. */
export function Toaster() {
  const loaded = sonner.use();
  useEffect(() => {
    // Toasts also report a lost connection, and then their code couldn't be loaded any more.
    const load = () => void sonner.load();
    const signs = ["pointerdown", "keydown"] as const;
    for (const sign of signs) window.addEventListener(sign, load, { once: true, passive: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, load);
    };
  }, []);
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
  return (
    <loaded.Toaster
      position="bottom-center"
      // Above a phone's bar.
      mobileOffset={{ bottom: "calc(4.5rem + env(safe-area-inset-bottom))" }}
      gap={8}
      visibleToasts={3}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-center gap-2.5 rounded-xl bg-surface-raised px-4 py-3 font-sans text-sm text-text shadow-float",
          title: "font-medium",
          description: "text-text-muted",
          actionButton: "ms-auto target-y shrink-0 rounded-md px-2.5 font-medium text-accent hover:bg-surface-hover",
          error: "[&_[data-icon]]:text-danger",
          success: "[&_[data-icon]]:text-success",
          warning: "[&_[data-icon]]:text-warning",
        },
      }}
    />
  );
}
