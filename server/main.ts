import { backUp } from "@/server/backup";
import { buildIfNeeded, generateIfNeeded } from "@/server/build";
import { endOnFailure } from "@/server/failure";
import { importByCommand } from "@/server/import";
import { isWayIn, letIn } from "@/server/let-in";
import { Lifecycle } from "@/server/lifecycle";
import { moveFilesByCommand } from "@/server/move-files";
import { restore } from "@/server/restore";
import { start } from "@/server/start";

const lifecycle = new Lifecycle();
const command = process.argv[2] ?? "start";

const isServer = process.argv.length < 4 && ["start", "dev"].includes(command);
lifecycle.handleSignals(isServer ? "server" : "command", () => console.log("\nStopping."));
run().catch(endOnFailure(lifecycle));

async function run(): Promise<void> {
  const [task, ...more] = process.argv.slice(3);
  if (command === "start" && isWayIn(task)) return letIn(lifecycle, task, more);
  if (command === "backup") return backUp(lifecycle, task === "--scheduled");
  if (command === "doctor") {
    // What it checks with imports the database client.
    await generateIfNeeded(console.log);
    return (await import("@/server/doctor")).examine(lifecycle);
  }
  if (command === "senders") {
    // Reading payloads imports the database client.
    await generateIfNeeded(console.log);
    return (await import("@/server/senders")).workOnSenders(lifecycle, process.argv.slice(3));
  }
  if (command === "restore") return restore(lifecycle, task);
  if (command === "import") return importByCommand(lifecycle, process.argv.slice(3));
  if (command === "files") return moveFilesByCommand(lifecycle, process.argv.slice(3));
  if (task !== undefined) {
    const known = "Use start reset-link <email> or start reset-two-step <email>";
    throw new Error(`Unknown command "${command} ${task}". ${known}.`);
  }
  if (command === "start" || command === "dev") return start(lifecycle, command === "dev");
  if (command !== "build")
    throw new Error(
      `Unknown command "${command}". Use start, dev, build, backup, restore, import, files, senders or doctor.`,
    );
  await buildIfNeeded(console.log);
  await lifecycle.end(0);
}
