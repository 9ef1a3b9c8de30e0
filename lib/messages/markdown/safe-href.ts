const schemes = new Set(["http:", "https:", "mailto:"]);

/** The address when it is one that a message may link to, or null. */
export function safeHref(href: string | null | undefined): string | null {
  if (!href) return null;
  try {
    return schemes.has(new URL(href).protocol) ? href : null;
  } catch {
    return null;
  }
}
