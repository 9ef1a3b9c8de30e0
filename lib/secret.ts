import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
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
  try {
    // "wx": of two processes that start together one makes the file, and both read it.
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
  return readFileSync(file, "utf8").trim();
}
