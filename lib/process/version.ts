import packageJson from "@/package.json" with { type: "json" };

/** Parley's version, such as 0.3.0. `package.json` is the one place that says it. */
export const VERSION = packageJson.version;
