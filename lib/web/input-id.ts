import { idParam } from "@/lib/web/http";

/** Returns the id in an action's input. Throws `not_found` if it isn't a valid id. */
export function inputId(text: string): bigint {
  return idParam({ text }, "text");
}
