const YEAR_SECONDS = 365 * 24 * 3600;

/** Sets a cookie for the server to read on the next request; null deletes it. */
export function keepCookie(name: string, value: string | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http.
  document.cookie = `${name}=${value ?? ""}; path=/; max-age=${value === null ? 0 : YEAR_SECONDS}; samesite=lax`;
}
