/** A POST of JSON as it goes over the wire. */
export function postRequest(path: string, body: string): string {
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;
  return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** What a signed-in person's page says by a POST without a body, as a browser sends it. */
export function sayRequest(path: string, cookie: string): string {
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\nsec-fetch-site: same-origin\r\n`;
  return `${head}content-length: 0\r\n\r\n`;
}

/** A signed-in person's GET as it goes over the wire. */
export function getRequest(path: string, cookie: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`;
}
