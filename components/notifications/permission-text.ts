import type { Permission } from "./permission";

/** Why no notifications are shown and what to do about it, in a sentence or two; null while nothing stands in the way. */
export function obstacle(permission: Permission): string | null {
  if (permission === "denied")
    return "Your browser blocks notifications from Parley. Allow them in its settings for this site.";
  if (permission === "insecure")
    return "Desktop notifications need an address that begins with https. Ask whoever runs this Parley for one.";
  if (permission === "missing") return "This browser can't show desktop notifications. Open Parley in another one.";
  return null;
}
