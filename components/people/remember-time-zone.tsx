"use client";

import { useEffect } from "react";

/** Keeps the browser's time zone in a cookie, so that the next page comes from the server with the right days and times. */
export function RememberTimeZone() {
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http.
    if (zone) document.cookie = `parley.timezone=${zone};path=/;max-age=31536000;samesite=lax`;
  }, []);
  return null;
}
