import { oneLine } from "@/lib/text";
import { withoutMentions } from "./card";
import { cut } from "./cut";
import type { Delivery } from "./delivery";
import { code, link, literal } from "./markdown";
import { person } from "./reference";

/** An event in one honest line of Markdown, whatever is in it: "GitHub event `merge_group` (checks_requested) in … by …". */
export function plainLine({ event, action, payload, place }: Delivery): string {
  const what = `GitHub event ${code(cut(oneLine(event), 100))}`;
  const where = link(literal(place.name), place.url);
  const who = person(payload.at("sender"));
  return withoutMentions(
    [what, action && `(${literal(action)})`, where && `in ${where}`, who && `by ${who}`].filter(Boolean).join(" "),
  );
}
