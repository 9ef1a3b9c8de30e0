"use client";

import { useEffect } from "react";
import { connection } from "@/lib/browser/events";

const LOOK_MS = 5_000;
const IDLE_MS = 600_000;
const SIGNS = ["pointermove", "pointerdown", "keydown", "wheel", "focus", "visibilitychange"];

/** Says so when this page is left alone: hidden for some seconds, or without a sign for ten minutes. */
export function PresenceSource() {
  useEffect(() => {
    let seenAt = Date.now();
    const seen = () => {
      seenAt = Date.now();
      if (!document.hidden) connection.setAway(false);
    };
    const look = () => {
      if (Date.now() - seenAt > (document.hidden ? LOOK_MS : IDLE_MS)) connection.setAway(true);
    };
    const timer = setInterval(look, LOOK_MS);
    // The last of them happens to the document, and comes up to the window.
    for (const sign of SIGNS) window.addEventListener(sign, seen, { passive: true });
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, seen);
    };
  }, []);
  return null;
}
