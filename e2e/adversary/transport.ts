import fc, { type Arbitrary } from "fast-check";

/** Bytes that aren't quite an HTTP request. The server answers them with an error or closes the connection. */
export function oddBytes(path: string): Arbitrary<string> {
  const post = (headers: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n${body}`;
  return fc.oneof(
    fc.constantFrom(
      post("Content-Length: 5", '{"content":"longer"}'),
      post("Content-Length: 500\r\nContent-Type: application/json", '{"content":"shorter"}'),
      post("Content-Length: -1", "x"),
      post("Content-Length: 99999999999999999999", "x"),
      post("Content-Length: 1\r\nContent-Length: 2", "xy"),
      post("Content-Length: 5\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
      post("Transfer-Encoding: chunked", "zz\r\nx\r\n"),
      post("Transfer-Encoding: chunked", "fffffffffffffffff\r\nx"),
      post("Transfer-Encoding: chunked\r\nContent-Type: application/json", '5;a=b\r\n{"con\r\n0\r\nTrailer: x\r\n\r\n'),
      post("Transfer-Encoding: gzip, chunked", "0\r\n\r\n"),
      post("Expect: 200-ok\r\nContent-Length: 1", "x"),
      post("Expect: 100-continue\r\nContent-Length: 1", "x"),
      post("Upgrade: websocket\r\nConnection: Upgrade", ""),
      post("Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__", ""),
      post(`X: ${"a".repeat(20_000)}`, ""),
      post(Array(300).fill("X: y").join("\r\n"), ""),
      post("X: a\0b", ""),
      post("X: a\r\n folded", ""),
      post(": x", ""),
      `GET ${path} HTTP/1.1\r\n\r\n`,
      `GET ${path} HTTP/1.0\r\n\r\n`,
      `GET ${path} HTTP/9.9\r\nHost: x\r\n\r\n`,
      `get ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
      `PROPFIND ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
      `TRACE ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
      `CONNECT x.example:443 HTTP/1.1\r\nHost: x.example\r\n\r\n`,
      `GET http://x.example${path} HTTP/1.1\r\nHost: y.example\r\n\r\n`,
      `GET * HTTP/1.1\r\nHost: x\r\n\r\n`,
      `OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n`,
      `GET \xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n`,
      `GET ${path}\r\n\r\n`,
      `${`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(30)}`,
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ),
    fc.string({ unit: "binary-ascii", maxLength: 200 }),
  );
}
