import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { fetchedPackage } from "@/server/testing/fetched-package";

const schema = z.array(z.object({ name: z.string(), examples: z.array(z.record(z.string(), z.unknown())) }));

/** GitHub's own examples of webhook deliveries: each event's name and its payloads. */
export async function githubExamples(): Promise<z.infer<typeof schema>> {
  const directory = await fetchedPackage("@octokit/webhooks-examples");
  return schema.parse(JSON.parse(readFileSync(path.join(directory, "api.github.com/index.json"), "utf8")));
}
