import { z } from "zod";
import { recordAudit } from "@/lib/audit/record-audit";
import { asPerson } from "@/lib/people/as-person";
import type { SessionUser } from "@/lib/people/find-session-user";
import { requireProof } from "@/lib/people/two-step/factors";
import { seal, unseal } from "@/lib/secrets/secret";
import { AppError } from "@/lib/text/errors";

// Long enough for a browser to begin the download.
const VALID_MS = 60_000;

const ticketFields = {
  for: z.literal("export"),
  direct: z.boolean(),
  sessionId: z.string(),
  until: z.number(),
};

const ticketSchema = z.discriminatedUnion("kind", [
  z.object({ ...ticketFields, kind: z.literal("workspace") }),
  z.object({ ...ticketFields, kind: z.enum(["channel", "person"]), id: z.string().transform(BigInt) }),
]);

/**
 * What is exported. `direct` is also: of the workspace, direct messages; of a person, what others wrote in their direct
 * messages.
 */
export type ExportScope = { direct: boolean } & ({ kind: "workspace" } | { kind: "channel" | "person"; id: bigint });

/** What can be exported. */
export type ExportKind = ExportScope["kind"];

/** Throws `forbidden` unless the user is an owner. */
export function assertMayExport({ role }: Pick<SessionUser, "role">): void {
  if (role !== "owner") throw new AppError("forbidden", "Only owners can export data.");
}

/** Records an export in the audit log before it begins, while the user still is an owner. Throws `forbidden`. */
export async function recordExport(
  user: SessionUser,
  entry: Omit<Parameters<typeof recordAudit>[1], "actor">,
): Promise<void> {
  await asPerson(user, (tx, now) => {
    assertMayExport(now);
    return recordAudit(tx, { ...entry, actor: user });
  });
}

/**
 * Returns a ticket with which this session can download an export for a minute. `proof` is the owner's password or a code;
 * owners without a password must have signed in within ten minutes. Throws `forbidden`, and like `requireProof`.
 */
export async function makeTicket(user: SessionUser, proof: string, what: ExportScope): Promise<string> {
  assertMayExport(user);
  await requireProof(user, proof, { withoutPassword: "fresh" });
  const ticket = {
    for: "export",
    ...what,
    ...("id" in what && { id: `${what.id}` }),
    sessionId: `${user.sessionId}`,
    until: Date.now() + VALID_MS,
  };
  return Buffer.from(seal(JSON.stringify(ticket))).toString("base64url");
}

/** Returns what a ticket is for. Throws `not_found` unless it's valid, and this session's. */
export function readTicket(user: SessionUser, text: string): ExportScope {
  const opened = unseal(Buffer.from(text, "base64url"));
  const ticket = opened === null ? null : ticketSchema.safeParse(JSON.parse(opened)).data;
  if (!ticket || ticket.sessionId !== `${user.sessionId}` || ticket.until < Date.now()) {
    throw new AppError("not_found", "This download has expired. Start the export again.");
  }
  const { direct } = ticket;
  return ticket.kind === "workspace" ? { kind: ticket.kind, direct } : { kind: ticket.kind, id: ticket.id, direct };
}
