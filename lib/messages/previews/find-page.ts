import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { fetchPage, type Network } from "@/lib/network/fetch-remote";
import { readApart } from "@/lib/network/foreign-text/read-apart";
import { inTurn } from "@/lib/process/in-turn";
import { log } from "@/lib/process/log";
import { HOUR_MS, inPortions, type TimedJob } from "@/lib/process/repeat";

// Why: docs/decisions/link-previews.md

/** What a page says about itself. */
export type PageFace = {
  title: string;
  description: string | null;
  site: string;
  image: string | null;
};

const KEPT_MS = 24 * HOUR_MS;
// A site that is down now may be up soon.
const FAILURE_KEPT_MS = HOUR_MS;
const LIMITS = { bytes: 524_288, ms: 8_000 };
const BUDGET = { nodes: 10_000, depth: 16, characters: LIMITS.bytes };
const TURNS = {
  atOnce: 8,
  each: 2,
  waiting: 200,
  patience: 30_000,
  refusal: { code: "unavailable", message: "Too many links are being read." },
} as const;

/** Returns what the page at `url` says about itself, from the cache or its site; null if there's nothing to show. */
export async function findPage(url: string, by: bigint, network?: Network): Promise<PageFace | null> {
  const known = await db().linkPreview.findFirst({ where: { url, expiresAt: { gt: new Date() } } });
  // Only this module writes it.
  if (known) return known.page as PageFace | null;
  return inTurn("read-linked-page", { ...TURNS, by: `${by}` }, async () => {
    const page = await read(url, by, network);
    const expiresAt = new Date(Date.now() + (page ? KEPT_MS : FAILURE_KEPT_MS));
    const data = { page: page ?? Prisma.DbNull, expiresAt };
    await db().linkPreview.upsert({ where: { url }, create: { url, ...data }, update: data });
    return page;
  });
}

async function read(url: string, by: bigint, network?: Network): Promise<PageFace | null> {
  try {
    const { body, ...page } = await fetchPage(url, { ...LIMITS, by, signal: undefined }, network);
    const input = { ...page, body: body.toString("base64") };
    // Nothing but `readPage` answers.
    return (await readApart("page", input, { limits: BUDGET, by: `person ${by}` })) as PageFace | null;
  } catch (error) {
    log.debug({ err: error }, "couldn't read a linked page");
    return null;
  }
}

/** Deletes what the cache no longer uses. */
export const oldPreviewsJob: TimedJob = {
  name: "forget-previews",
  label: "Delete old link previews",
  every: HOUR_MS,
  work: () =>
    inPortions(
      (atMost) => db().$executeRaw`
        DELETE FROM link_previews WHERE url IN (
          SELECT url FROM link_previews WHERE expires_at < now() LIMIT ${atMost} FOR UPDATE SKIP LOCKED)`,
    ),
  failure: "couldn't delete old link previews",
};
