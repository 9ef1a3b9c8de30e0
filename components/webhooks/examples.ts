/** A command that posts a first message, ready for a shell. */
export function curlExample(url: string): string {
  return [
    `curl '${url}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"content": "Hello from a script"}'`,
  ].join("\n");
}
