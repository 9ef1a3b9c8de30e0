import { buildIfNeeded } from "@/server/build";
import { endOnFailure } from "@/server/end-on-failure";
import { Lifecycle } from "@/server/lifecycle";
import { resetLink } from "@/server/reset-link";
import { start } from "@/server/start";

const lifecycle = new Lifecycle();
const command = process.argv[2] ?? "start";

lifecycle.handleSignals(() => console.log("\nStopping."));
run().catch(endOnFailure(lifecycle));

async function run(): Promise<void> {
  const [task, ...more] = process.argv.slice(3);
  if (command === "start" && task === "reset-link") return resetLink(lifecycle, more);
  if (task !== undefined) throw new Error(`There is no command "${command} ${task}": use start reset-link <email>.`);
  if (command === "start" || command === "dev") return start(lifecycle, command === "dev");
  if (command !== "build") throw new Error(`There is no command "${command}": use start, dev or build.`);
  await buildIfNeeded(console.log);
  await lifecycle.end(0);
}
