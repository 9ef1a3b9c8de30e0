/** Says why requests from a page at this origin are refused. Continues a sentence such as "This page was". */
export function openedAs(origin: string, baseUrl: string | null): string {
  const instead =
    baseUrl === null ? "BASE_URL isn't set, and the proxy passes another host on" : `BASE_URL is ${baseUrl}`;
  return `opened as ${origin}, but ${instead}`;
}
