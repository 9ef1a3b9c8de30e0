import { AppError } from "@/lib/text/errors";

/** A path in a payload: `["embeds", 0, "title"]`. */
export type Path = readonly (string | number)[];

/** One reason why a payload is invalid. */
export type Problem = {
  /** `misshapen`: wrong type; `invalid`: over a limit; `empty`: nothing to show. */
  code: "misshapen" | "invalid" | "empty";
  path: Path;
  /** Continues a sentence that starts with the path; for `empty`, the whole sentence. */
  message: string;
};

/** An invalid payload. The message is the first problem's. */
export class PayloadError extends AppError {
  constructor(readonly problems: readonly [Problem, ...Problem[]]) {
    super("invalid", problemSentence(problems[0]), problems[0].code === "empty" ? { reason: "empty" } : {});
  }
}

/** Returns an error about one value. `message` continues a sentence that starts with the path. */
export function invalidAt(path: Path, message: string): PayloadError {
  return new PayloadError([{ code: "invalid", path, message }]);
}

/** Returns the error for a message without content; `parts` names what could have it, such as "content or embeds". */
export function nothingToPost(parts: string): PayloadError {
  const message = `There is nothing to post. Add ${parts}.`;
  return new PayloadError([{ code: "empty", path: [], message }]);
}

/** Formats a path as `embeds[0].title`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, key) => text + (typeof key === "number" ? `[${key}]` : `${text && "."}${key}`), "");
}

/** Formats a problem as a sentence, such as "embeds[0].title must be a string." */
export function problemSentence({ code, path, message }: Problem): string {
  return code === "empty" ? message : `${pathText(path) || "The body"} ${message}.`;
}
