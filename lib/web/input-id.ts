import { idParam } from "@/lib/web/http";

/** The id in an action's input. Throws `not_found` for one that no row can have. */
export function inputId(text: string): bigint {
  return idParam({ text }, "text");
}
