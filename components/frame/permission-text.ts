import type { Permission } from "./permission";

/** Explains why notifications aren't shown and what to do about it; null if nothing prevents them. */
export function obstacle(permission: Permission): string | null {
  if (permission === "denied")
    return "Your browser blocks notifications from Parley. Allow them in this site's settings.";
  if (permission === "insecure") return "Desktop notifications need HTTPS. Ask your server's operator to set it up.";
  if (permission === "missing") return "This browser doesn't support desktop notifications. Try another one.";
  return null;
}
