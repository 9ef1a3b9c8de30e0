import { buildIfNeeded } from "@/server/build";

// The tour uses the generated client, which doesn't exist before.
await buildIfNeeded(console.log);
await import("./take-tour");
