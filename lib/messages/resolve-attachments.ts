import type { Embed } from "@/lib/messages/dto";

/**
 * The embeds with each `attachment://name` replaced by where that attachment is, and the attachments that no embed shows. A name
 * that belongs to none leaves its place empty.
 */
export function resolveAttachments<A extends { name: string; url: string }>(
  embeds: readonly Embed[],
  attachments: readonly A[],
): { embeds: Embed[]; shown: A[] } {
  const used = new Set<A>();
  const resolve = (url: string): string | undefined => {
    if (!url.startsWith("attachment://")) return url;
    const found = attachments.find(({ name }) => name === url.slice("attachment://".length));
    if (found) used.add(found);
    return found?.url;
  };
  const resolved = embeds.map((embed) => ({
    ...embed,
    ...imageOf("image", embed, resolve),
    ...imageOf("thumbnail", embed, resolve),
    ...iconOf("author", embed, resolve),
    ...iconOf("footer", embed, resolve),
  }));
  return { embeds: resolved, shown: attachments.filter((attachment) => !used.has(attachment)) };
}

function imageOf(part: "image" | "thumbnail", embed: Embed, resolve: (url: string) => string | undefined): Embed {
  const image = embed[part];
  if (!image) return {};
  const url = resolve(image.url);
  return { [part]: url === undefined ? undefined : { url } };
}

function iconOf(part: "author" | "footer", embed: Embed, resolve: (url: string) => string | undefined): Embed {
  const icon = embed[part]?.icon_url;
  return icon === undefined ? {} : { [part]: { ...embed[part], icon_url: resolve(icon) } };
}
