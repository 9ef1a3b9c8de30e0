/** Says why no one can sign in on a page at this origin. Continues a sentence such as "This page was". */
export function openedAs(origin: string, baseUrl: string | null): string {
  const instead =
    baseUrl === null ? "BASE_URL isn't set, and the proxy passes another host on" : `BASE_URL is ${baseUrl}`;
  return `opened as ${origin}, but ${instead}`;
}
