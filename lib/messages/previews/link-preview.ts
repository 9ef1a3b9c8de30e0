import type { AccessibleChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { changeMessage, publishChange } from "@/lib/messages/change-message";
import type { Embed } from "@/lib/messages/dto";
import { asMarkdown } from "@/lib/messages/markdown/outside-code";
import { parseMarkdown } from "@/lib/messages/markdown/parse";
import type { MarkdownNode } from "@/lib/messages/markdown/tree";
import { findPage, type PageFace } from "@/lib/messages/previews/find-page";
import { storedEmbeds } from "@/lib/messages/stored-embeds";
import type { Network } from "@/lib/network/fetch-remote";
import { env } from "@/lib/process/env";
import { log } from "@/lib/process/log";
import { AppError } from "@/lib/text/errors";

// Why: docs/decisions/link-previews.md

const LONGEST_URL = 2_000;

type WrittenMessage = { id: bigint; channelId: bigint; userId: bigint; content: string };

/** Adds a preview of its first link to a person's message, later. Returns at once and never throws. */
export function previewLater(message: WrittenMessage): void {
  if (firstLink(message.content) === null) return;
  addPreview(message).catch((error: unknown) => log.warn({ err: error }, "couldn't add a link's preview"));
}

/**
 * Adds a preview of the first link to a person's message, unless the message has cards, the link was changed or its
 * preview removed meanwhile, or the workspace shows none. It isn't an edit.
 */
export async function addPreview({ id, channelId, userId, content }: WrittenMessage, network?: Network): Promise<void> {
  const url = firstLink(content);
  if (url === null) return;
  const workspace = await db().workspace.findFirst({ select: { previewsLinks: true } });
  if (workspace && !workspace.previewsLinks) return;
  const page = await findPage(url, userId, network);
  if (!page) return;
  const outcome = await db().$transaction((tx) =>
    changeMessage(tx, { id, channelId }, async (_, message) => {
      if (message.embeds !== null || message.authorKind !== "user" || firstLink(message.content) !== url) return null;
      const row = await tx.message.findUnique({ where: { id }, select: { previewRemoved: true } });
      return row?.previewRemoved ? null : { embeds: [cardOf(page, url)] };
    }),
  );
  if (typeof outcome !== "string") publishChange(outcome);
}

/** Returns the columns that remove a message's preview for good; null if it has none. Throws `forbidden`. */
export function removePreview(
  { user, canManage }: AccessibleChannel,
  message: { userId: bigint | null; authorKind: string; embeds: unknown },
): Prisma.MessageUncheckedUpdateInput | null {
  if (!canManage && (message.authorKind !== "user" || message.userId !== user.id)) {
    throw new AppError("forbidden", "Only a message's author and the channel's managers can remove its preview.");
  }
  return previewOf(message.embeds) ? { embeds: Prisma.DbNull, previewRemoved: true } : null;
}

/** Returns whether the cards are a preview of a link that this text no longer begins with. */
export function isStalePreview(embeds: unknown, content: string): boolean {
  const preview = previewOf(embeds);
  return preview !== null && preview.url !== firstLink(content);
}

function previewOf(embeds: unknown): Embed | null {
  const [first, ...more] = storedEmbeds(embeds);
  return first?.preview && more.length === 0 ? first : null;
}

/** Returns the first link in a text that leads to another site; null without one. */
export function firstLink(content: string): string | null {
  if (!/https?:\/\//i.test(content)) return null;
  return linkIn(parseMarkdown(content, false) ?? []);
}

function linkIn(nodes: readonly MarkdownNode[]): string | null {
  for (const { type, href, children = [] } of nodes) {
    const link = type !== "image" && href !== undefined && leadsOutside(href) ? href : linkIn(children);
    if (link !== null) return link;
  }
  return null;
}

function leadsOutside(href: string): boolean {
  if (!URL.canParse(href) || href.length > LONGEST_URL) return false;
  const { protocol, origin, pathname } = new URL(href);
  const isOwn = env.baseUrl !== undefined && origin === new URL(env.baseUrl).origin;
  // Without BASE_URL, this install doesn't know its own address, but its channels look like no other site.
  return /^https?:$/.test(protocol) && !isOwn && !/^\/channels\/\d{16,20}$/.test(pathname);
}

function cardOf({ title, description, site, image }: PageFace, url: string): Embed {
  return {
    preview: true,
    title,
    url,
    author: { name: site },
    ...(description !== null && { description: asMarkdown(description) }),
    ...(image !== null && { thumbnail: { url: image } }),
  };
}
