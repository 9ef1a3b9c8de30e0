import { AppError } from "@/lib/errors";
import { invalidAt } from "@/lib/webhooks/problem";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The bytes as text. Throws AppError `invalid` for bytes that aren't UTF-8. */
export function decodeText(body: Uint8Array): string {
  try {
    return decoder.decode(body);
  } catch {
    throw new AppError("invalid", "The body must be UTF-8 text.");
  }
}

/** The value of JSON text. Throws what `refusal` makes for text that isn't JSON. */
export function parseJson(text: string, refusal: () => AppError = () => invalidAt([], "must be JSON")): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal();
  }
}
