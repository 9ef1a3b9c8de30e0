import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { unreadableFile } from "@/lib/process/unreadable-file";
import { maskPayload } from "@/lib/secrets/mask-secrets";
import { reasonOf } from "@/lib/text/errors";
import { cardText, outcomeText } from "@/lib/webhooks/interpret/described/card-text";
import { compiled } from "@/lib/webhooks/interpret/described/compile";
import type { SenderDescription } from "@/lib/webhooks/interpret/described/description";
import { payloadOf, readExample } from "@/lib/webhooks/interpret/described/example";
import { makeMessages, templateHeaders } from "@/lib/webhooks/interpret/described/make-messages";
import { readSender, type SenderProblem } from "@/lib/webhooks/interpret/described/read-sender";
import { makeRecognizer } from "@/lib/webhooks/interpret/described/recognize";
import { plainCard, plainText } from "@/lib/webhooks/interpret/plain/card";
import { plainBudget } from "@/lib/webhooks/interpret/plain/parts";
import { structureOf } from "@/lib/webhooks/interpret/plain/structure";
import { bodyBudget } from "@/lib/webhooks/payload/json-object";
import { readBody, readFields } from "@/lib/webhooks/request/read-body";
import { ownSendersFolder } from "@/lib/webhooks/senders/own-folder";
import { sendersOnDisk } from "@/lib/webhooks/senders/own-senders";
import { isMark } from "@/lib/webhooks/senders/sender-marks";
import type { Lifecycle } from "@/server/lifecycle";
import { fromCaller, ROOT } from "@/server/root";

/** What a command prints, and whether it found no mistakes. */
type Report = { lines: string[]; isFine: boolean };

/**
 * `npm run senders -- check` names the mistakes in descriptions of tools, and `try` says what card a payload becomes.
 * Ends with exit code 1 if there are mistakes.
 */
export async function workOnSenders(lifecycle: Lifecycle, [task, ...given]: string[]): Promise<void> {
  const { lines, isFine } = await reportOn(task, given);
  for (const line of lines) console.log(line);
  await lifecycle.end(isFine ? 0 : 1);
}

function reportOn(task: string | undefined, given: string[]): Promise<Report> {
  if (task === "check") return checkSenders(given.map(fromCaller));
  const { values, positionals } = parseArgs({
    args: given,
    options: { header: { type: "string", multiple: true } },
    allowPositionals: true,
  });
  const [file = "", payload = ""] = positionals.map(fromCaller);
  return tryPayload(file, payload, headersIn(values.header ?? []));
}

function headersIn(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([^\s:]+):\s*(.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined)
        throw new Error(`Write a header as 'X-Event: push', not '${line}'.`);
      return [name.toLowerCase(), value];
    }),
  );
}

/** Checks these files, or all of Parley's and the operator's: each mistake is a line "file:line: reason". */
export async function checkSenders(files: readonly string[]): Promise<Report> {
  const all =
    files.length > 0 ? files : [...filesIn(path.join(ROOT, "lib/webhooks/tools")), ...filesIn(ownSendersFolder())];
  const lines = all.flatMap((file) =>
    mistakesIn(file).map(({ line, message }) => `${shown(file)}:${line}: ${message}`),
  );
  if (files.length === 0) {
    for (const { file, line, message } of (await sendersOnDisk()).problems)
      lines.push(`${shown(file)}:${line}: ${message}`);
  }
  const mistakes = [...new Set(lines)];
  const count = all.length === 1 ? "1 file" : `${all.length} files`;
  if (mistakes.length === 0) return { lines: [`${count} checked, no mistakes.`], isFine: true };
  const sum = mistakes.length === 1 ? "1 mistake" : `${mistakes.length} mistakes`;
  return { lines: [...mistakes, "", `${count} checked, ${sum}.`], isFine: false };
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).map((name) => path.join(folder, name, "sender.yaml"));
  return files.filter((file) => existsSync(file) && statSync(file).isFile()).sort();
}

function shown(file: string): string {
  const relative = path.relative(ROOT, file);
  return relative.startsWith("..") ? file : relative;
}

function readNamed(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(unreadableFile(file, error, "Check its path."));
  }
}

/** Returns a file's mistakes, including those that Parley tolerates. */
function mistakesIn(file: string): SenderProblem[] {
  const yaml = readNamed(file);
  const { description, problems, older: former } = readSender(yaml);
  return description ? [...problems, ...formerKeys(yaml, former), ...oversights(yaml, description)] : problems;
}

function formerKeys(yaml: string, keys: readonly string[]): SenderProblem[] {
  return keys.map((key) => ({
    line: lineWith(yaml, new RegExp(`(^|[\\s{,])${key}:`)),
    message: `${key}: the next version won't read this key`,
  }));
}

function lineWith(yaml: string, pattern: RegExp): number {
  return (
    Math.max(
      0,
      yaml.split("\n").findIndex((line) => pattern.test(line)),
    ) + 1
  );
}

function oversights(yaml: string, description: SenderDescription): SenderProblem[] {
  const { icon, steps, headers = [] } = description;
  const lineOf = (pattern: RegExp) => lineWith(yaml, pattern);
  const found: SenderProblem[] = [];
  if (icon !== undefined && !isMark(icon)) {
    found.push({ line: lineOf(/^icon:/), message: `icon: no folder of Parley's tools has ${icon}.svg` });
  }
  if (!steps.some((step) => step.includes("{url}"))) {
    found.push({ line: lineOf(/^steps:/), message: "steps: none of them says where to paste {url}" });
  }
  const listed = headers.map((name) => name.replaceAll("-", "_"));
  const read = new Set([...yaml.matchAll(/(?<![\w."'-])headers\.(\w+)/g)].map(([, name = ""]) => name));
  for (const name of [...read].filter((each) => !listed.includes(each))) {
    const message = `headers: add ${name.replaceAll("_", "-")} to the list, because a template reads it`;
    found.push({ line: lineOf(new RegExp(`headers\\.${name}\\b`)), message });
  }
  return found;
}

/** A tool's request: an example's, or a payload alone. */
type TrialRequest = { payload: object | string; headers: Record<string, string> };

/** Says what a description makes of a payload or an example. `headers` are in lower case. */
export async function tryPayload(file: string, payloadFile: string, headers: Record<string, string>): Promise<Report> {
  const mistakes = mistakesIn(file).map(({ line, message }) => `${shown(file)}:${line}: ${message}`);
  const { description } = readSender(readNamed(file));
  if (!description) return { lines: mistakes, isFine: false };
  const request = requestIn(payloadFile, headers);
  const lines = [...mistakes, ...(mistakes.length > 0 ? [""] : []), await recognizedLine(file, description, request)];
  const shownHeaders = templateHeaders(description, (name) => request.headers[name]);
  const sent = { payload: request.payload, headers: shownHeaders };
  try {
    const outcome = makeMessages(compiled(description), await maskPayload(sent), sent);
    lines.push(...outcomeText(outcome));
    if (outcome.result.kind === "unknown") {
      const { event, tool } = outcome;
      lines.push(
        event ? `The event "${event}" isn't described, so it becomes a plain card.` : "It becomes a plain card.",
      );
      const { payload } = request;
      const structure = await structureOf(payload, "try");
      const message = structure
        ? plainCard(structure, plainBudget(), { described: { tool, event } })
        : plainText(`${payload}`);
      lines.push(...cardText([message], tool));
    }
    return { lines, isFine: mistakes.length === 0 };
  } catch (error) {
    return { lines: [...lines, `The template failed, so it becomes a plain card: ${reasonOf(error)}`], isFine: false };
  }
}

function requestIn(file: string, headers: Record<string, string>): TrialRequest {
  const text = readNamed(file);
  if (!file.endsWith(".md")) return older(readBody(text, "other", bodyBudget()).payload, headers);
  const example = readExample(text);
  const all = { ...example.headers, ...headers };
  return { payload: payloadOf({ headers: all, body: example.body }), headers: all };
}

const OLDER_KEYS = ["source", "headers", "body", "form", "raw", "skipped"];

/** Returns the request of a payload, which may be an example as it was written in JSON. */
function older(payload: object | string, headers: Record<string, string>): TrialRequest {
  const isExample = typeof payload === "object" && Object.keys(payload).every((key) => OLDER_KEYS.includes(key));
  if (!isExample) return { payload, headers };
  const { body, form, raw, headers: sent } = payload as Record<string, unknown>;
  const all = { ...(isRecord(sent) ? sent : {}), ...headers };
  if (typeof raw === "string") return { payload: readBody(raw, "other", bodyBudget()).payload, headers: all };
  if (isRecord(form)) return { payload: readFields(Object.entries(form), bodyBudget()).payload, headers: all };
  return typeof body === "object" && body !== null ? { payload: body, headers: all } : { payload, headers };
}

function isRecord(value: unknown): value is Record<string, string> {
  return typeof value === "object" && value !== null && Object.values(value).every((each) => typeof each === "string");
}

async function recognizedLine(
  file: string,
  description: SenderDescription,
  { payload, headers }: TrialRequest,
): Promise<string> {
  const name = path.basename(path.dirname(file));
  const others = [...(await sendersOnDisk()).descriptions].filter(([other]) => other !== name);
  const recognize = makeRecognizer(new Map([[name, description], ...others]));
  const found = recognize({ payload, headers: (header) => headers[header] ?? null });
  if (found === name) return "Recognized at /json: yes";
  return `Recognized at /json: no, ${found === null ? "because no entry of `recognize` fits" : `as ${found}, which fits better`}`;
}
