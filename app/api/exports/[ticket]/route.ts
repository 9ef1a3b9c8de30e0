import { exportChannel } from "@/lib/moving/export/export-channel";
import { exportPerson } from "@/lib/moving/export/export-person";
import { exportWorkspace } from "@/lib/moving/export/export-workspace";
import { type ExportScope, readTicket } from "@/lib/moving/export/tickets";
import type { SessionUser } from "@/lib/people/find-session-user";
import { route } from "@/lib/web/http";
import { clientAddress } from "@/lib/web/session";

/** GET /api/exports/<ticket>: for owners, from the session that got the ticket. Answers with a .tar.gz, made while it's read. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, params }) => {
    const ticket = readTicket(user, `${params.ticket}`);
    const network = await clientAddress();
    const archive = await exportOf(user, ticket, network);
    const what = ticket.kind === "workspace" ? ticket.kind : `${ticket.kind}-${ticket.id}`;
    const name = `parley-${what}-${new Date().toISOString().slice(0, 10)}.tar.gz`;
    return new Response(archive, {
      headers: {
        "Content-Type": "application/gzip",
        "Content-Disposition": `attachment; filename="${name}"`,
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      },
    });
  },
  // Otherwise HEAD would run GET, and record an export.
  HEAD: async ({ user, params }) => {
    readTicket(user, `${params.ticket}`);
    return new Response(null, { headers: { "Content-Type": "application/gzip", "Cache-Control": "no-store" } });
  },
});

function exportOf(user: SessionUser, ticket: ExportScope, network: string): Promise<ReadableStream<Uint8Array>> {
  if (ticket.kind === "workspace") return exportWorkspace(user, ticket.direct, network);
  return ticket.kind === "channel" ? exportChannel(user, ticket.id, network) : exportPerson(user, ticket, network);
}
