"use client";

import { useEffect, useState } from "react";
import { copyText } from "./copy-text";

type Outcome = "idle" | "copied" | "failed";

/** Copies, and remembers for two seconds how that went. */
export function useCopied(text: string): { outcome: Outcome; copy: () => void } {
  const [outcome, setOutcome] = useState<Outcome>("idle");

  useEffect(() => {
    if (outcome === "idle") return;
    const timer = setTimeout(() => setOutcome("idle"), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);

  return { outcome, copy: () => void copyText(text).then((copied) => setOutcome(copied ? "copied" : "failed")) };
}
