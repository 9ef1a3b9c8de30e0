import { startEmbeddedPostgres } from "@/server/embedded-postgres";

const dataDir = process.argv[2] ?? "";
const { stop } = await startEmbeddedPostgres({ dataDir, log: () => undefined, extraFlags: ["-c", "fsync=off"] });
process.once("SIGTERM", () => void stop().then(() => process.exit(0)));
console.log("started");
