import type { PushObstacle } from "@/lib/browser/push";

/** Why this browser can't get pushes, and what to do about it. */
export const OBSTACLES: Record<PushObstacle, string> = {
  insecure: "Pushes need an address that begins with https. Ask whoever runs this Parley for one.",
  install:
    "On an iPhone or iPad, pushes reach apps only: press Share, then Add to Home Screen, open Parley from there, and come back to this page.",
  missing: "This browser can't get pushes. Open Parley in another one, or outside of a private window.",
  blocked: "Your browser blocks notifications from Parley. Allow them in its settings for this site.",
};
