/** The filters of a query that the search page has controls for. */
export type FilterName = "in" | "from" | "has" | "after";

// As lib/search/parse-query.ts reads them.
const PART = /([a-z]+):(?:"([^"]*)(?:"|$)|(\S*))|"[^"]*(?:"|$)|\S+/gi;

/** Returns the value of the query's first filter of this name, without quotes; "" if it has none. */
export function filterIn(query: string, name: FilterName): string {
  for (const [, filter, quoted, plain] of parts(query)) {
    if (filter?.toLowerCase() === name) return bareValue(name, quoted ?? plain ?? "");
  }
  return "";
}

/** Returns whether the query has this filter with this value. */
export function hasFilter(query: string, name: FilterName, value: string): boolean {
  return parts(query).some(
    ([, filter, quoted, plain]) => filter?.toLowerCase() === name && bareValue(name, quoted ?? plain ?? "") === value,
  );
}

/** Returns the query with this filter instead of others of its name; without any if the value is "". */
export function withFilter(query: string, name: FilterName, value: string): string {
  const kept = parts(query).filter(([, filter]) => filter?.toLowerCase() !== name);
  return joined(kept, value === "" ? [] : [filterText(name, value)]);
}

/** Returns the query with this filter added or, if it has it, removed. */
export function toggleFilter(query: string, name: FilterName, value: string): string {
  if (!hasFilter(query, name, value)) return joined(parts(query), [filterText(name, value)]);
  const kept = parts(query).filter(
    ([, filter, quoted, plain]) => filter?.toLowerCase() !== name || bareValue(name, quoted ?? plain ?? "") !== value,
  );
  return joined(kept, []);
}

function parts(query: string): RegExpMatchArray[] {
  return [...query.replace(/[“”„]/g, '"').matchAll(PART)];
}

function joined(kept: readonly RegExpMatchArray[], added: readonly string[]): string {
  return [...kept.map(([whole]) => whole), ...added].join(" ");
}

function bareValue(name: FilterName, value: string): string {
  const bare = value.trim();
  return name === "in" || name === "from" ? bare.replace(/^[#@](?=.)/, "") : bare;
}

// A quote in a name would end the value, and is left out of what is compared.
function filterText(name: FilterName, value: string): string {
  const plain = value
    .replace(/["“”„]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return /\s/.test(plain) ? `${name}:"${plain}"` : `${name}:${plain}`;
}
