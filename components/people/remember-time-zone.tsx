"use client";

import { useEffect } from "react";
import { ownTimeZone } from "@/components/ui/time-format";
import { whenIdle } from "@/components/ui/when-idle";

/** Keeps the browser's time zone in a cookie, so that the next page comes from the server with the right days and times. */
export function RememberTimeZone() {
  // To ask for the zone takes tens of milliseconds, in which a page that has just come wouldn't listen.
  useEffect(() => whenIdle(remember), []);
  return null;
}

function remember(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http.
  document.cookie = `parley.timezone=${ownTimeZone()};path=/;max-age=31536000;samesite=lax`;
}
