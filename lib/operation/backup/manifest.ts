import { z } from "zod";

/** The format of the archives that this version makes. Older versions refuse what has a larger number. */
export const FORMAT = 1;

// Names come from an archive and go into SQL and paths, so nothing else gets through.
const name = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/);

/** An archive's first entry: what it holds, and what a restore has to create first. */
export const manifestSchema = z.object({
  format: z.number(),
  /** The backup's id in the table of backups. */
  id: z.string().regex(/^\d{1,19}$/),
  /** The version of Parley that made it. */
  parley: z.string(),
  /** When the snapshot was taken: ISO 8601, in UTC. */
  takenAt: z.iso.datetime(),
  /** The migrations of the database, by name, in order, each with the SHA-256 of its script. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name, columns: z.array(name) })),
  sequences: z.array(z.object({ name, value: z.string().regex(/^-?\d{1,19}$/), called: z.boolean() })),
  files: z.object({ count: z.number(), bytes: z.number() }),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** What the database's secrets are encrypted with, and sessions and invite links signed. */
export const secretsSchema = z.object({ nextauthSecret: z.string().min(1) });

/** The files that weren't on disk, and those whose bytes weren't the ones once uploaded, by SHA-256 in hex. */
export const notesSchema = z.object({
  missing: z.array(z.string()),
  damaged: z.array(z.string()),
  endedAt: z.iso.datetime(),
});
export type Notes = z.infer<typeof notesSchema>;

/** The names of an archive's entries. */
export const ENTRIES = {
  manifest: "manifest.json",
  secrets: "secrets.json",
  /** A part of a table's rows: PostgreSQL's text format for COPY, gzipped. The parts together are the table. */
  rows: (table: string, part: number) => `database/${table}/${String(part).padStart(6, "0")}.gz`,
  /** What was noticed while copying. */
  notes: "notes.json",
  file: (hash: string) => `files/${hash.slice(0, 2)}/${hash}`,
  /** A file of one of the operator's tools. Versions before 0.3.0 leave it out of a restore. */
  tool: (name: string) => `senders/${name}`,
} as const;

/** Returns what an entry has: rows of a table, a file by its SHA-256 in hex, or a file of one of the operator's tools. */
export function parseEntry(entry: string): { table: string } | { hash: string } | { tool: string } | null {
  const [, table] = /^database\/([A-Za-z0-9_]+)\/\d{6,}\.gz$/.exec(entry) ?? [];
  if (table !== undefined) return { table };
  const [, hash] = /^files\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(entry) ?? [];
  if (hash !== undefined) return { hash };
  // No part begins with a dot, so none leads out of the folder.
  const [, tool] = /^senders\/((?:[^./\\\0][^/\\\0]*\/)*[^./\\\0][^/\\\0]*)$/.exec(entry) ?? [];
  return tool === undefined ? null : { tool };
}
