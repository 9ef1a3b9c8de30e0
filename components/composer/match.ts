import { foldText } from "@/lib/text";

/** Whether the name begins with the query from one of its words on; case and accents don't count. */
export function matchesName(name: string, query: string): boolean {
  return ` ${fold(name)}`.includes(` ${fold(query)}`);
}

/** Without case and accents, and with spaces where words meet: "Zoë-Ann" as "zoe ann". */
function fold(text: string): string {
  return foldText(text).replace(/[-_.(]/g, " ");
}
