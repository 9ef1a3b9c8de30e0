import fc, { type Arbitrary } from "fast-check";
import { oddJson, oddText } from "./values";

const BOUNDARY = "----adversary";

const disposition = fc.oneof(
  fc
    .constantFrom(
      "payload_json",
      "payload",
      "files[0]",
      "file",
      "content",
      "nonce",
      "avatar",
      "__proto__",
      "0",
      "1_$ACTION_REF_1",
      "$ACTION_KEY",
      "",
    )
    .map((name) => `form-data; name="${name}"`),
  fc
    .constantFrom(
      '"a.txt"',
      '"../../a"',
      '"\0"',
      '"C:\\\\a"',
      `"${"a".repeat(5_000)}"`,
      "a b",
      '"',
      '""',
      '"a.png"',
      '"a.pdf"',
      '"a.svg"',
    )
    .map((name) => `form-data; name="files[0]"; filename=${name}`),
  fc
    .constantFrom(
      "UTF-8''%e2%82%ac.txt",
      "UTF-8''%ff%00",
      "x''a",
      "UTF-8'",
      "utf-16''%d8%00",
      `UTF-8''${"%41".repeat(3_000)}`,
    )
    .map((name) => `form-data; name="files[0]"; filename*=${name}`),
  fc.constantFrom("", "form-data", "attachment", "form-data;;;", "form-data; name"),
);

const type = fc.constantFrom(
  "",
  "text/plain",
  "application/json",
  "image/png",
  "application/pdf",
  "multipart/mixed; boundary=b",
  "x",
);

const content = fc.oneof(
  oddText.filter((text) => text.length < 5_000),
  oddJson.filter((json) => json.length < 5_000),
  fc.constantFrom(
    "\x89PNG\r\n\x1a\n",
    "%PDF-1.7\n%%EOF",
    "GIF89a\xff\xff\xff\xff",
    '<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>',
    "RIFF\xff\xff\xff\xffWEBPVP8 ",
  ),
);

const part = fc
  .tuple(disposition, type, content, fc.constantFrom("\r\n", "\r\n", "\r\n", "\n"))
  .map(([header, kind, body, line]) => {
    const headers = [`Content-Disposition: ${header}`, ...(kind === "" ? [] : [`Content-Type: ${kind}`])];
    return `--${BOUNDARY}${line}${headers.join(line)}${line}${line}${body}${line}`;
  });

/** A multipart form, often broken, with its content type. */
export const form: Arbitrary<{ type: string; text: string }> = fc
  .tuple(
    fc.oneof(
      { weight: 6, arbitrary: fc.array(part, { maxLength: 5 }).map((parts) => parts.join("")) },
      {
        weight: 1,
        arbitrary: fc.tuple(part, fc.constantFrom(30, 300)).map(([one, times]) => one.slice(0, 300).repeat(times)),
      },
      { weight: 1, arbitrary: fc.constantFrom(3_000).map((times) => `--${BOUNDARY}\r\n`.repeat(times)) },
    ),
    fc.constantFrom(`--${BOUNDARY}--\r\n`, `--${BOUNDARY}--\r\n`, `--${BOUNDARY}`, "", `--${BOUNDARY}--x--${BOUNDARY}`),
    fc.constantFrom(
      `; boundary=${BOUNDARY}`,
      `; boundary=${BOUNDARY}`,
      `; boundary=${BOUNDARY}`,
      `; boundary="${BOUNDARY}"; charset=utf-7`,
      "",
      "; boundary=",
      `; boundary=${"b".repeat(200)}`,
    ),
  )
  .map(([parts, end, boundary]) => ({ type: `multipart/form-data${boundary}`, text: parts + end }));
