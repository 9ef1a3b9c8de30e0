import { db } from "@/lib/db/client";
import { VERSION } from "@/lib/process/version";
import type { ExportArchive } from "./archive";
import type { ExportKind } from "./tickets";

/** The start of `export.json`: what the archive is, and who made it. Its version changes when a reader has to. */
export async function head({ id, name }: { id: bigint; name: string }, kind: ExportKind) {
  const workspace = await db().workspace.findFirst({ select: { id: true, name: true } });
  return {
    format: "parley-export",
    version: 1,
    kind,
    workspace: workspace?.name ?? null,
    workspaceId: workspace ? `${workspace.id}` : null,
    parleyVersion: VERSION,
    exportedAt: new Date(),
    exportedBy: { id: `${id}`, name },
  };
}

/** The last entry, which says that the archive is complete. */
export function tail({ files }: ExportArchive, messages: number) {
  return { complete: true, messages, files: files.count, fileBytes: files.bytes, missingFiles: files.missing };
}
