import { spawnSync } from "node:child_process";
import { fetchedProgram } from "@/server/testing/fetched-package";

// `npm run biome -- <arguments>` runs the linter and formatter of `npm run check`, such as `npm run biome -- check --write`.

const biome = await fetchedProgram("@biomejs/biome", "biome");
process.exitCode = spawnSync(biome, process.argv.slice(2), { stdio: "inherit" }).status ?? 1;
