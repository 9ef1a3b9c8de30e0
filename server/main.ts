import { buildIfNeeded, generateIfNeeded } from "@/server/build";
import type { MainCommand } from "@/server/commands";
import { endOnFailure } from "@/server/failure";
import { Lifecycle } from "@/server/lifecycle";
import { becomeDataOwner } from "@/server/machine/data-owner";
import { ROOT } from "@/server/root";
import { start } from "@/server/start";

// The launcher has checked the arguments.
const [command = "start", ...args] = process.argv.slice(2);
const [task, email = ""] = args;
const lifecycle = new Lifecycle();

// What only one command needs is loaded by it, so that a server starts sooner.
const RUN: Record<MainCommand, () => Promise<void>> = {
  start: async () => {
    if (task === undefined) return start(lifecycle, false);
    const { isWayIn, letIn } = await import("@/server/let-in");
    return isWayIn(task) ? letIn(lifecycle, task, email) : start(lifecycle, false);
  },
  dev: () => start(lifecycle, true),
  build: async () => {
    await buildIfNeeded(console.log);
    await lifecycle.end(0);
  },
  backup: async () => (await import("@/server/backup")).backUp(lifecycle, task === "--scheduled"),
  restore: async () => (await import("@/server/restore")).restore(lifecycle, task ?? ""),
  doctor: async () => {
    // What it checks with imports the database client.
    await generateIfNeeded(console.log);
    return (await import("@/server/doctor")).examine(lifecycle);
  },
  import: async () => (await import("@/server/import")).importByCommand(lifecycle, args),
  files: async () => (await import("@/server/move-files")).moveFilesByCommand(lifecycle, args),
  senders: async () => {
    // Reading payloads imports the database client.
    await generateIfNeeded(console.log);
    return (await import("@/server/senders")).workOnSenders(lifecycle, args);
  },
};

const isServer = task === undefined && (command === "start" || command === "dev");
lifecycle.handleSignals(isServer ? "server" : "command", () => console.log("\nStopping."));
run().catch(endOnFailure(lifecycle));

async function run(): Promise<void> {
  if (!isCommand(command)) throw new Error(`Unknown command "${command}".`);
  // What serves and the build belong to the checkout's owner, which `start` sees to.
  if (!isServer && command !== "build") await becomeDataOwner(ROOT, () => generateIfNeeded(console.log));
  await RUN[command]();
}

function isCommand(name: string): name is MainCommand {
  return Object.hasOwn(RUN, name);
}
