import { z } from "zod";
import { cut } from "@/lib/text/text";
import { type Archive, comparable } from "./archive";
import { flag, optionalText } from "./fields";
import type { LeftOut, SourceFile } from "./source";

/** Downloads a file from Slack. Returns null if it's gone; throws if it can't be reached. */
export type Download = (url: string) => Promise<AsyncIterable<Uint8Array> | null>;

/** A file of a message. */
export const fileSchema = z.object({
  id: optionalText,
  name: optionalText,
  title: optionalText,
  mode: optionalText,
  user: optionalText,
  file_access: optionalText,
  is_external: flag,
  external_url: optionalText,
  url_private: optionalText,
  url_private_download: optionalText,
  // The words of a snippet or mail.
  plain_text: optionalText,
  preview_plain_text: optionalText,
  preview: optionalText,
  initial_comment: z.object({ comment: optionalText }).optional().catch(undefined),
});

export type SlackFile = z.output<typeof fileSchema>;

/** Returns the address of a file that is elsewhere, such as on Google Drive; "" for one that Slack has. */
export function addressElsewhere({ mode, is_external, external_url, url_private }: SlackFile): string {
  return mode === "external" || is_external ? external_url || url_private : external_url;
}

// Why a file isn't in Slack any more, or isn't for who exported it.
const GONE = new Map([
  ["tombstone", "files that were deleted in Slack"],
  ["hidden_by_limit", "files that Slack hides because of the plan's limit"],
  ["access_denied", "files that Slack gave the export no access to"],
  ["file_not_found", "files that Slack didn't find"],
]);

type Reading = { archive: Archive; files: SlackFiles; download: Download };

/** Returns a file that Slack has: from the export if a tool has added it, else from Slack, else the words that Slack shows of it. */
export function toFile(file: SlackFile, { archive, files, download }: Reading): SourceFile {
  const name = file.name || file.title || file.id || "file";
  const description = file.title && file.title !== name ? cut(file.title, 1000) : "";
  const upload = files.upload(file.id);
  const url = file.url_private_download || file.url_private;
  const words = file.plain_text || file.preview_plain_text || file.preview;
  const gone = GONE.get(file.mode) ?? GONE.get(file.file_access);
  if (upload === null && words === "" && (gone !== undefined || !URL.canParse(url))) {
    return { name, description, gone: gone ?? "files that the export has no link to", open: async () => null };
  }
  const open = async () => {
    if (upload !== null) return archive.open(upload);
    const found = gone !== undefined || !URL.canParse(url) ? null : await download(url);
    return found ?? (words === "" ? null : bytesOf(words));
  };
  return { name, description, open };
}

async function* bytesOf(words: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(words);
}

const DAY = /^([^/]+)\/\d{4}-\d\d-\d\d\.json$/;
// As slackdump and slack-advanced-exporter add them.
const UPLOADS = [/^__uploads\/([^/]+)\/[^/]+$/, /^[^/]+\/attachments\/(F[A-Z0-9]+)-[^/]+$/];
const MOST_FOLDERS = 20;

/** Whether there are messages in it. */
export const hasDays = ({ names }: Archive): boolean => names.some((name) => DAY.test(name));

/** The files of an export by what they are. Remembers which of them are read, so that the others can be counted. */
export class SlackFiles {
  /** The files of messages, in the order of their days, by their folder. */
  readonly folders = new Map<string, string[]>();
  readonly #uploads = new Map<string, string>();
  readonly #others: string[] = [];
  readonly #used = new Set<string>();

  constructor(
    private readonly archive: Archive,
    lists: readonly string[],
  ) {
    for (const name of archive.names) {
      const folder = DAY.exec(name)?.[1];
      const upload = UPLOADS.map((pattern) => pattern.exec(name)?.[1]).find((id) => id !== undefined);
      if (folder !== undefined) this.folders.set(folder, [...(this.folders.get(folder) ?? []), name]);
      else if (upload !== undefined) this.#uploads.set(upload, name);
      else if (!lists.includes(name)) this.#others.push(name);
    }
  }

  /** Returns the folders of channels. Each has one, by its name or id, and none is two channels'. */
  of<C extends { name: string; id: string }>(channels: readonly C[]): Map<C, string> {
    const found = new Map<C, string>();
    const taken = new Set<string>();
    const compared = new Map([...this.folders.keys()].map((folder) => [comparable(folder), folder]));
    const ways = [(name: string) => name, (name: string) => compared.get(comparable(name)) ?? ""];
    for (const key of ["name", "id"] as const) {
      for (const way of ways) {
        for (const channel of channels) {
          const folder = way(channel[key]);
          if (found.has(channel) || taken.has(folder) || !this.folders.has(folder)) continue;
          found.set(channel, folder);
          taken.add(folder);
        }
      }
    }
    return found;
  }

  /** Returns the name of a file that a tool has added to the export. */
  upload(id: string): string | null {
    this.#used.add(id);
    return this.#uploads.get(id) ?? null;
  }

  /** Counts what is in the export and not imported. `read` are the folders that are channels'. */
  async countRest(read: ReadonlySet<string>, leftOut: LeftOut): Promise<void> {
    const strange = [...this.folders].filter(([folder]) => !read.has(folder));
    for (const [index, [folder, days]] of strange.entries()) {
      const what = index < MOST_FOLDERS ? `“${folder}”, a folder that belongs to no channel` : "other such folders";
      leftOut.add(`files with messages in ${what}`, days[0] ?? "", days.length);
    }
    const unused = [...this.#uploads].filter(([id]) => !this.#used.has(id));
    leftOut.add("added files that no message has", unused[0]?.[1] ?? "", unused.length);
    for (const name of this.#others) {
      if (!/^[^/]+\.json$/.test(name)) {
        leftOut.add(/canvas/.test(name) ? "canvases" : "other files in the export", name);
        continue;
      }
      const list = await this.archive.json(name).catch(() => null);
      leftOut.add(`entries of ${name}`, name, Array.isArray(list) ? list.length : 1);
    }
  }
}
