import { z } from "zod";
import { AppError } from "@/lib/errors";
import { seal, unseal } from "@/lib/secret";
import { requireProof } from "@/lib/two-step/factors";
import type { SessionUser } from "@/lib/users/find-session-user";

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
export type Exported = { direct: boolean } & ({ kind: "workspace" } | { kind: "channel" | "person"; id: bigint });

/** What can be exported. */
export type ExportKind = Exported["kind"];

/** Throws `forbidden` unless the user is an owner. */
export function assertMayExport({ role }: Pick<SessionUser, "role">): void {
  if (role !== "owner") throw new AppError("forbidden", "Only owners can export data.");
}

/**
 * Returns a ticket with which this session can download an export for a minute. `proof` is the owner's password or a code;
 * owners without a password must have signed in within ten minutes. Throws `forbidden`, and like `requireProof`.
 */
export async function makeTicket(user: SessionUser, proof: string, what: Exported): Promise<string> {
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
export function readTicket(user: SessionUser, text: string): Exported {
  const opened = unseal(Buffer.from(text, "base64url"));
  const ticket = opened === null ? null : ticketSchema.safeParse(JSON.parse(opened)).data;
  if (!ticket || ticket.sessionId !== `${user.sessionId}` || ticket.until < Date.now()) {
    throw new AppError("not_found", "This download has expired. Start the export again.");
  }
  const { direct } = ticket;
  return ticket.kind === "workspace" ? { kind: ticket.kind, direct } : { kind: ticket.kind, id: ticket.id, direct };
}
