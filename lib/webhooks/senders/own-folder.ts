import path from "node:path";
import { env } from "@/lib/process/env";

/** The folder with the operator's tools. It needn't exist. */
export function ownSendersFolder(): string {
  return path.join(/* turbopackIgnore: true */ env.dataDir, "senders");
}

/** Returns whether a file or folder in there is one of an editor, a version control or the file system. */
export function isIgnored(name: string): boolean {
  return name.startsWith(".") || name === "lost+found";
}
