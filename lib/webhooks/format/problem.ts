import { AppError } from "@/lib/errors";

/** Where in a payload something stands: `["embeds", 0, "title"]`. */
export type Path = readonly (string | number)[];

/** What a payload is refused for, as data until somebody reads it. */
export type Problem = {
  /** `misshapen`: a value isn't of its type; `invalid`: it is out of bounds; `empty`: there is nothing to show. */
  code: "misshapen" | "invalid" | "empty";
  path: Path;
  /** The rest of a sentence that begins with the path; of `empty` the whole one. */
  message: string;
};

/** Thrown for a payload that can't be posted. What it says is the first problem. */
export class PayloadError extends AppError {
  constructor(readonly problems: readonly [Problem, ...Problem[]]) {
    super("invalid", sentenceOf(problems[0]), problems[0].code === "empty" ? { reason: "empty" } : {});
  }
}

/** Thrown for one value of a payload: `message` is the rest of a sentence that begins with the path. */
export function invalidAt(path: Path, message: string): PayloadError {
  return new PayloadError([{ code: "invalid", path, message }]);
}

/** Thrown when none of what could be shown, such as "content or embeds", shows anything. */
export function nothingToPost(parts: string): PayloadError {
  const message = `There is nothing to post. Add ${parts}.`;
  return new PayloadError([{ code: "empty", path: [], message }]);
}

/** `embeds[0].title` of `["embeds", 0, "title"]`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, key) => text + (typeof key === "number" ? `[${key}]` : `${text && "."}${key}`), "");
}

/** "embeds[0].title must be a string." */
export function sentenceOf({ code, path, message }: Problem): string {
  return code === "empty" ? message : `${pathText(path) || "The body"} ${message}.`;
}
