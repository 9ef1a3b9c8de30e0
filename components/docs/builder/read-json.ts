import { sentenceOf } from "@/lib/webhooks/format/problem";
import { checkPayload } from "@/lib/webhooks/schema";
import type { Draft } from "./draft";
import { fromPayload } from "./payload";

/** What JSON text says: a draft, unless it isn't JSON or a part is of the wrong type, and the endpoint's objections. */
export function readJson(json: string): { draft: Draft | null; sentences: string[] } {
  let payload: unknown;
  try {
    payload = JSON.parse(json);
  } catch (error) {
    const where = error instanceof Error ? ` ${error.message}.` : "";
    return { draft: null, sentences: [`The body must be JSON.${where}`] };
  }
  const { problems } = checkPayload(payload);
  const misshapen = problems.some(({ code }) => code === "misshapen");
  return { draft: misshapen ? null : fromPayload(payload), sentences: problems.map(sentenceOf) };
}
