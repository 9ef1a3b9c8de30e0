import { buildIfNeeded } from "@/server/build";
import { endOnFailure } from "@/server/end-on-failure";
import { Lifecycle } from "@/server/lifecycle";
import { start } from "@/server/start";

const lifecycle = new Lifecycle();
const command = process.argv[2] ?? "start";

lifecycle.handleSignals(() => console.log("\nStopping."));
run().catch(endOnFailure(lifecycle));

async function run(): Promise<void> {
  if (command === "start" || command === "dev") return start(lifecycle, command === "dev");
  if (command !== "build") throw new Error(`There is no command "${command}": use start, dev or build.`);
  await buildIfNeeded(console.log);
  await lifecycle.end(0);
}
