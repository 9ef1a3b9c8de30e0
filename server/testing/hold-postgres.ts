import { startEmbeddedPostgres } from "@/server/embedded-postgres";

/*
 * Starts PostgreSQL on a data directory and holds it until SIGTERM. A second argument names the step of an upgrade at which
 * the process kills itself.
 */
const [dataDir = "", lastStep] = process.argv.slice(2);
const { stop } = await startEmbeddedPostgres({
  dataDir,
  log: () => undefined,
  extraFlags: ["-c", "fsync=off"],
  onStep: (step) => {
    if (step === lastStep) process.kill(process.pid, "SIGKILL");
  },
});
process.once("SIGTERM", () => void stop().then(() => process.exit(0)));
console.log("started");
