import { z } from "zod";
import type { AccessibleChannel } from "@/lib/channels/access";
import { asMember } from "@/lib/channels/as-member";
import { MOST_SECTIONS, type SidebarSectionDto } from "@/lib/channels/dto";
import { db } from "@/lib/db/client";
import type { Transaction } from "@/lib/db/transaction";
import { publish } from "@/lib/events/hub";
import { asPerson, type ProvenTx } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { AppError } from "@/lib/text/errors";
import { hidesSomething, typedName } from "@/lib/text/names";
import { codePoints } from "@/lib/text/text";

// Where the sections that everyone has appear until they're moved: own ones come between the first and the others.
const EVERYONES = new Map([
  ["starred", 0],
  ["channels", 1_000],
  ["direct", 1_001],
]);

const sectionName = z
  .string("name must be a text.")
  .transform(typedName)
  .pipe(
    z
      .string()
      .min(1, "Enter a name for the section.")
      .refine((name) => !hidesSomething(name), "The section's name can't contain invisible characters. Type it again.")
      .refine((name) => codePoints(name) <= 40, "The section's name can have at most 40 characters."),
  );

const sectionKey = z.string("key must be a section's key.").max(40, "key must be a section's key.");

export const createSectionSchema = z.object({ name: sectionName });

export const changeSectionSchema = z.object({
  key: sectionKey,
  name: sectionName.optional(),
  collapsed: z.boolean("collapsed must be true or false.").optional(),
});

export const deleteSectionSchema = z.object({ key: sectionKey });

export const orderSectionsSchema = z.object({
  order: z
    .array(sectionKey, "order must be a list of section keys.")
    .max(MOST_SECTIONS + EVERYONES.size, `order can list at most ${MOST_SECTIONS + EVERYONES.size} sections.`),
});

export const placeChannelSchema = z
  .object({
    starred: z.boolean("starred must be true or false.").optional(),
    section: sectionKey.nullable().optional(),
  })
  .refine(({ starred, section }) => starred !== undefined || section !== undefined, {
    path: ["starred"],
    message: "Send starred, section or both.",
  });

/** The sections of the user's sidebar, in order. */
export function sidebarSections(user: SessionUser): Promise<SidebarSectionDto[]> {
  return sectionsOf(db(), user.id);
}

/** Creates a section above the one with all other channels, and returns its key. Throws `conflict` beyond the limit. */
export function createSection(user: SessionUser, { name }: z.output<typeof createSectionSchema>): Promise<string> {
  return changing(user, async (tx, sections) => {
    if (sections.length - EVERYONES.size >= MOST_SECTIONS) {
      throw new AppError("conflict", `You can have at most ${MOST_SECTIONS} sections. Delete one first.`);
    }
    const { key } = await tx.sidebarSection.create({ data: { userId: user.id, name, position: 0 } });
    const keys = sections.map((section) => section.key);
    await writeOrder(tx, user, keys.toSpliced(keys.indexOf("channels"), 0, key));
    return key;
  });
}

/** Renames, collapses or expands a section. Throws `not_found`; only own sections can be renamed. */
export function changeSection(
  user: SessionUser,
  { key, name, collapsed }: z.output<typeof changeSectionSchema>,
): Promise<void> {
  return changing(user, async (tx, sections) => {
    const section = sections.find((each) => each.key === key);
    if (!section || (name !== undefined && section.name === null)) throw noSuchSection();
    const data = { ...(name !== undefined && { name }), ...(collapsed !== undefined && { collapsed }) };
    const position = EVERYONES.get(key) ?? 0;
    await tx.sidebarSection.upsert({
      where: { userId_key: { userId: user.id, key } },
      create: { userId: user.id, key, position, ...data },
      update: data,
    });
  });
}

/** Deletes a section of the user's own. Its channels move to the sections of their kind. Throws `not_found`. */
export function deleteSection(user: SessionUser, { key }: z.output<typeof deleteSectionSchema>): Promise<void> {
  return changing(user, async (tx, sections) => {
    if (!sections.some((section) => section.key === key && section.name !== null)) throw noSuchSection();
    await tx.membership.updateMany({ where: { userId: user.id, sectionKey: key }, data: { sectionKey: null } });
    await tx.sidebarSection.delete({ where: { userId_key: { userId: user.id, key } } });
  });
}

/** Puts the user's sections in this order. Ones that aren't listed keep their order, after the listed ones. */
export function orderSections(user: SessionUser, { order }: z.output<typeof orderSectionsSchema>): Promise<void> {
  return changing(user, async (tx, sections) => {
    const known = sections.map(({ key }) => key);
    const listed = [...new Set(order)].filter((key) => known.includes(key));
    await writeOrder(tx, user, [...listed, ...known.filter((key) => !listed.includes(key))]);
  });
}

/**
 * Stars the channel for this member, or moves it to a section of theirs; null moves it back to the section of its kind.
 * Throws `not_found` for a section that isn't theirs.
 */
export async function placeChannel(
  accessible: AccessibleChannel,
  { starred, section }: z.output<typeof placeChannelSchema>,
): Promise<void> {
  const { user, channel } = accessible;
  const place = async (tx: ProvenTx) => {
    const where = { userId_key: { userId: user.id, key: section ?? "" } };
    if (section && !(await tx.sidebarSection.findUnique({ where }))?.name) throw noSuchSection();
    await tx.membership.updateMany({
      where: { channelId: channel.id, userId: user.id },
      data: { ...(starred !== undefined && { starred }), ...(section !== undefined && { sectionKey: section }) },
    });
  };
  await asMember(accessible, place, { alone: "person" });
  publish({ kind: "unread", userId: user.id });
}

/** Runs one change of the user's sections at a time, then updates their open pages. */
async function changing<T>(
  user: SessionUser,
  change: (tx: ProvenTx, sections: SidebarSectionDto[]) => Promise<T>,
): Promise<T> {
  const result = await asPerson(user, async (tx) => change(tx, await sectionsOf(tx, user.id)));
  publish({ kind: "unread", userId: user.id });
  return result;
}

async function sectionsOf(client: Transaction | ReturnType<typeof db>, userId: bigint): Promise<SidebarSectionDto[]> {
  const rows = await client.sidebarSection.findMany({
    where: { userId },
    take: MOST_SECTIONS + EVERYONES.size,
    select: { key: true, name: true, position: true, collapsed: true },
  });
  const missing = [...EVERYONES].filter(([key]) => !rows.some((row) => row.key === key));
  return [...rows, ...missing.map(([key, position]) => ({ key, name: null, position, collapsed: false }))]
    .toSorted((a, b) => a.position - b.position || Number(a.key > b.key) - Number(a.key < b.key))
    .map(({ key, name, collapsed }) => ({ key, name, collapsed }));
}

async function writeOrder(tx: Transaction, user: SessionUser, keys: string[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO sidebar_sections (user_id, key, position)
    SELECT ${user.id}, key, position FROM unnest(${keys}::text[]) WITH ORDINALITY AS given(key, position)
    ON CONFLICT (user_id, key) DO UPDATE SET position = excluded.position`;
}

function noSuchSection(): AppError {
  return new AppError("not_found", "This section doesn't exist anymore. Reload the page.");
}
