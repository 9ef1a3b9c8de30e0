import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Example, readExample } from "@/lib/webhooks/interpret/described/example";
import { bodyBudget } from "@/lib/webhooks/payload/json-object";
import { readFields } from "@/lib/webhooks/request/read-body";

const TOOLS = "lib/webhooks/tools";
const CHATS = new Map([
  ["slack", "lib/webhooks/formats/slack"],
  ["discord", "lib/webhooks/formats/discord"],
]);

function folderOf(tool: string): string {
  return path.resolve(CHATS.get(tool) ?? path.join(TOOLS, tool), "examples");
}

/** Returns the paths of a tool's examples, in order. */
export function exampleFiles(tool: string): string[] {
  const folder = folderOf(tool);
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  return files.map((file) => path.join(folder, file));
}

/** Returns the example of a tool with this name. */
export function exampleOf(tool: string, name: string): Example {
  return readExample(readFileSync(path.join(folderOf(tool), `${name}.md`), "utf8"));
}

/** Returns all examples of a tool, with their names. */
export function examplesOf(tool: string): (Example & { name: string })[] {
  return exampleFiles(tool).map((file) => {
    return { name: path.basename(file, ".md"), ...readExample(readFileSync(file, "utf8")) };
  });
}

/** Returns the objects and lists that tools without a description send. */
export function plainPayloads(): object[] {
  const folder = path.resolve("lib/webhooks/interpret/plain/fixtures");
  return readdirSync(folder).flatMap((file) => {
    const requests: { body?: object; form?: Record<string, string> }[] = JSON.parse(
      readFileSync(path.join(folder, file), "utf8"),
    );
    return requests.flatMap(({ body, form }) => {
      const payload = body ?? (form && readFields(Object.entries(form), bodyBudget()).payload);
      return typeof payload === "object" ? [payload] : [];
    });
  });
}
