"use server";

import { z } from "zod";
import { makeTicket } from "@/lib/moving/export/tickets";
import { workspacePaths } from "@/lib/text/workspace-paths";
import { action } from "@/lib/web/action";
import { inputId } from "@/lib/web/input-id";

const exportSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("workspace"), direct: z.boolean(), proof: z.string() }),
  z.object({ kind: z.enum(["channel", "person"]), id: z.string(), direct: z.boolean(), proof: z.string() }),
]);

/** Returns the URL of an export of the workspace's, a channel's or a person's data, for owners who prove that it's them. */
export const startExport = action(exportSchema, async ({ user, input: { proof, ...what } }) => {
  const exported = what.kind === "workspace" ? what : { ...what, id: inputId(what.id) };
  return { url: workspacePaths.exported(await makeTicket(user, proof, exported)) };
});
