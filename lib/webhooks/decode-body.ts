import { AppError } from "@/lib/errors";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The bytes as text. Throws AppError `invalid` for bytes that aren't UTF-8. */
export function decodeText(body: Uint8Array): string {
  try {
    return decoder.decode(body);
  } catch {
    throw new AppError("invalid", "The body must be UTF-8 text.");
  }
}

/** The value of JSON text. Throws AppError `invalid` in a sentence that begins with `what`. */
export function parseJson(text: string, what = "The body"): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid", `${what} must be JSON.`);
  }
}
