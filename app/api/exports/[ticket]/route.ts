import { clientAddress } from "@/lib/auth/session";
import { exportChannel } from "@/lib/export/export-channel";
import { exportPerson } from "@/lib/export/export-person";
import { readTicket } from "@/lib/export/tickets";
import { route } from "@/lib/web/http";

/** GET /api/exports/<ticket>: for owners, from the session that got the ticket. Answers with a .tar.gz, made while it's read. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async ({ user, params }) => {
    const ticket = readTicket(user, `${params.ticket}`);
    const network = await clientAddress();
    const archive =
      ticket.kind === "channel"
        ? await exportChannel(user, ticket.id, network)
        : await exportPerson(user, ticket, network);
    const name = `parley-${ticket.kind}-${ticket.id}-${new Date().toISOString().slice(0, 10)}.tar.gz`;
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
