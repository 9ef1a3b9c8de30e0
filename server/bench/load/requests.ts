/** A POST of JSON as it goes over the wire. */
export function postRequest(path: string, body: string): string {
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;
  return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** A signed-in person's GET as it goes over the wire. */
export function getRequest(path: string, cookie: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`;
}
