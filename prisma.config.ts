import { fileURLToPath } from "node:url";
import { defineConfig } from "prisma-cli/config";

// `prisma generate` needs no schema engine, but the CLI downloads one unless this names an existing file. Any file will do.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(import.meta.url);

export default defineConfig({ schema: "prisma/schema.prisma", migrations: { path: "prisma/migrations" } });
