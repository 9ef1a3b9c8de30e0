import type { AuditDetails } from "@/lib/audit/schema";
import type { Transaction } from "@/lib/db/transaction";
import type { ImportSource } from "./source";

/** What the people, groups and channels of a source are in Parley, and what an import does with them. */
export class Matches {
  readonly people = new Map<string, bigint>();
  /** Those of them who were deleted in Parley, and whether their messages and files were. */
  readonly deleted = new Map<bigint, { messages: boolean; files: boolean }>();
  readonly groups = new Map<string, bigint>();
  readonly channels = new Map<string, { id: bigint; name: string }>();
  readonly done = {
    /** How many people have an account with their address already, or had one from an earlier import. */
    matched: 0,
    /** The accounts that are made: with an address, so that their people can sign in, and deactivated ones. */
    accounts: 0,
    deactivated: 0,
    /** The new accounts that become admins, with their addresses, and the handles of the groups that are made. */
    admins: [] as string[],
    groups: [] as string[],
    /** The channels and direct messages that are made, and the names of channels that go on in ones that exist. */
    channels: 0,
    direct: 0,
    continued: [] as string[],
  };
  /** The people who are in other channels now. */
  readonly joined = new Set<bigint>();
  /** The import's entry in the audit log; null for a dry run. */
  entryId: bigint | null = null;
}

/** Returns what an import brings, as the audit log counts it. */
export function importedOf({ tool }: ImportSource, { done }: Matches, messages: number): AuditDetails["imported"] {
  return { tool, messages, channels: done.channels + done.direct, accounts: done.accounts + done.deactivated };
}

type Things = Pick<Transaction, "importedThing">;

/** Returns what an earlier import has found or made of this kind, by its key in the source. */
export async function earlier(tx: Things, source: ImportSource, kind: string): Promise<Map<string, bigint>> {
  const rows = await tx.importedThing.findMany({ where: { source: source.id, kind } });
  return new Map(rows.map(({ key, thingId }) => [key, thingId]));
}

/** Remembers it for later imports. What is remembered already stays. */
export async function remember(
  tx: Things,
  source: ImportSource,
  kind: string,
  things: Map<string, bigint>,
): Promise<void> {
  const rows = [...things].map(([key, thingId]) => ({ source: source.id, kind, key, thingId }));
  await tx.importedThing.createMany({ data: rows, skipDuplicates: true });
}
