const schemes = new Set(["http:", "https:", "mailto:"]);

/** Returns the URL if a message may link to it, otherwise null. */
export function safeHref(href: string | null | undefined): string | null {
  if (!href) return null;
  try {
    return schemes.has(new URL(href).protocol) ? href : null;
  } catch {
    return null;
  }
}
