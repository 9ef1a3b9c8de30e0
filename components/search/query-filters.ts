/** The filters of a query that the search page has controls for. */
export type FilterName = "in" | "from" | "has" | "tool" | "after" | "before";

// As lib/messages/search/parse-query.ts reads them.
const PART = /([a-z]+):(?:"([^"]*)(?:"|$)|(\S*))|"[^"]*(?:"|$)|\S+/gi;

/** Returns the value of the query's first filter of this name, without quotes; "" if it has none. */
export function filterIn(query: string, name: FilterName): string {
  return parts(query).find((part) => part.name === name)?.value ?? "";
}

/** Returns whether the query has this filter with this value. */
export function hasFilter(query: string, name: FilterName, value: string): boolean {
  return parts(query).some(isFilter(name, value));
}

/** Returns the query with this filter instead of others of its name; without any if the value is "". */
export function withFilter(query: string, name: FilterName, value: string): string {
  const kept = parts(query).filter((part) => part.name !== name);
  return joined(kept, value === "" ? [] : [filterText(name, value)]);
}

/** Returns the query with this filter added or, if it has it, removed. */
export function toggleFilter(query: string, name: FilterName, value: string): string {
  const isIt = isFilter(name, value);
  const all = parts(query);
  const kept = all.filter((part) => !isIt(part));
  return joined(kept, kept.length < all.length ? [] : [filterText(name, value)]);
}

/** A word, phrase or filter of a query. Words and phrases have no name. */
type Part = { text: string; name: string | undefined; value: string };

function parts(query: string): Part[] {
  return Array.from(query.replace(/[“”„]/g, '"').matchAll(PART), ([text, filter, quoted, plain]) => {
    const name = filter?.toLowerCase();
    const value = (quoted ?? plain ?? "").trim();
    return { text, name, value: name === "in" || name === "from" ? value.replace(/^[#@](?=.)/, "") : value };
  });
}

function isFilter(name: FilterName, value: string): (part: Part) => boolean {
  return (part) => part.name === name && part.value === value;
}

function joined(kept: readonly Part[], added: readonly string[]): string {
  return [...kept.map(({ text }) => text), ...added].join(" ");
}

// A quote in a name would end the value, and is left out of what is compared.
function filterText(name: FilterName, value: string): string {
  const plain = value
    .replace(/["“”„]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return /\s/.test(plain) ? `${name}:"${plain}"` : `${name}:${plain}`;
}
