import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { env } from "@/lib/env";
import { hasCode } from "@/lib/has-code";
import { processWide } from "@/lib/process-wide";

/** The secret that signs sessions and invites: NEXTAUTH_SECRET, or one made at the first start and kept under DATA_DIR. */
export function authSecret(): string {
  return env.nextAuthSecret ?? processWide(`secret:${env.dataDir}`, keptSecret);
}

function keptSecret(): string {
  const file = path.join(/* turbopackIgnore: true */ env.dataDir, "nextauth-secret");
  mkdirSync(env.dataDir, { recursive: true });
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600 });
  try {
    // Of several processes that start together one's draft becomes the file, and all of them read it, whole.
    linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, "utf8").trim();
}
