import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc, { type Arbitrary } from "fast-check";
import { ROOT } from "@/server/root";
import { requestOf } from "../access/requests";
import { type Entry, TABLE } from "../access/table";
import type { Scene } from "../access/world";
import { form } from "./forms";
import { cardFile, cardModel, foreignText, markdown } from "./grammars";
import { oddJson, oddText, spoiled } from "./values";

/** Who sends: people with their cookie, a stranger, or someone who has only a webhook's URL. */
export const SENDERS = ["stranger", "member", "manager", "owner", "holder"] as const;
export type Sender = (typeof SENDERS)[number];

/** A request without its sender's cookie. The body is Latin-1 if it's `bytes`, so that it can be any bytes. */
export type OddRequest = { method: string; path: string; headers: [string, string][]; body?: string; bytes?: true };

/** Requests that are sent one after another. `name` says what they attack. */
export type Attack = { name: string; sender: Sender; steps: OddRequest[] };

const people = fc.constantFrom("stranger", "member", "manager", "owner" as const) satisfies Arbitrary<Sender>;

const oddHeader: Arbitrary<[string, string]> = fc.constantFrom<[string, string]>(
  ["Range", "bytes=0-18446744073709551615"],
  ["Range", "bytes=5-1,,-"],
  ["If-None-Match", '"'.repeat(2_000)],
  ["If-Modified-Since", "0000-99-99"],
  ["Accept", "*/*;q=9e9"],
  ["Accept-Language", "x-".repeat(2_000)],
  ["Accept-Encoding", "br;q=2, zstd, \xff"],
  ["Content-Encoding", "gzip"],
  ["Content-Type", "application/json; charset=utf-16"],
  ["Content-Type", "text/plain; charset=x-nothing"],
  ["Content-Type", "multipart/form-data; boundary=x"],
  ["Content-Type", "application/x-www-form-urlencoded"],
  ["Content-Type", "\xff/\xff;;="],
  ["Cookie", "parley.timezone=../../etc; __proto__=1; %%%=%ff"],
  ["Cookie", "next-auth.session-token=a.b.c.d.e; __Host-next-auth.session-token=x"],
  ["Authorization", "Basic ????"],
  ["Authorization", "Bearer \xff"],
  ["Origin", "null"],
  ["Origin", "https://elsewhere.example"],
  ["Origin", "\xff"],
  ["Sec-Fetch-Site", "cross-site"],
  ["Host", "elsewhere.example:99999"],
  ["X-Forwarded-For", "::1, 999.1.1.1, x"],
  ["X-Forwarded-Host", "elsewhere.example"],
  ["X-Forwarded-Proto", "javascript"],
  ["X-HTTP-Method-Override", "DELETE"],
  ["RSC", "1"],
  ["Next-Router-State-Tree", "%5B"],
  ["Next-Router-State-Tree", '["",{"children":["x",{}]},null,"refetch"]'],
  ["Next-Router-Prefetch", "1"],
  ["Next-Router-Segment-Prefetch", "/_tree"],
  ["Next-Url", "/%ff"],
  ["Next-Action", "x"],
  ["Next-Action", "0".repeat(42)],
  ["X-Action-Forwarded", "1"],
  ["X-Nextjs-Data", "1"],
  ["X-Middleware-Subrequest", "middleware:middleware"],
  ["Last-Event-ID", "1:x"],
  ["Traceparent", "00-00000000000000000000000000000000-0000000000000000-zz"],
  ["X-Request-Id", "\xff"],
  ["Idempotency-Key", "a".repeat(3_000)],
  ["Expect", "100-continue"],
  ["Connection", "keep-alive, content-length"],
);

const headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(oddHeader, { minLength: 1, maxLength: 2 }) },
);

/** A text as part of a path or query, percent-encoded so that every client can send it. */
const encoded = oddText.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 1_000)));

const segment = fc.oneof(
  encoded,
  fc.constantFrom(
    "%00",
    "%2f",
    "%2e%2e",
    "..",
    ".",
    "%",
    "%zz",
    "%ff",
    "\xfc",
    "*",
    ";a=b",
    "a".repeat(3_000),
    "-1",
    "0",
    "01",
    "1.5",
  ),
  fc.constantFrom("1e3", "9223372036854775807", "9223372036854775808", "123456789012345678", "%31", "[id]", "(chat)"),
);

/** The names of parameters that the build's pages and routes say they have. */
const PARAMETERS = [
  ...new Set(
    readdirSync(path.join(ROOT, "app"), { recursive: true, encoding: "utf8" })
      .filter((file) => /(page|route)\.tsx?$/.test(file))
      .flatMap((file) => [...readFileSync(path.join(ROOT, "app", file), "utf8").matchAll(/[?&](\w+)=/g)])
      .map(([, name = ""]) => name),
  ),
];

const query = fc
  .array(fc.tuple(fc.constantFrom(...PARAMETERS, "_rsc", "__proto__", "a[b]", "%ff"), segment), {
    minLength: 1,
    maxLength: 6,
  })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join("&"));

/** The path itself, or with another segment, suffix or query. */
export function aroundPath(at: string): Arbitrary<string> {
  const [before = "", asked] = at.split("?");
  const parts = before.split("/");
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(at) },
    { weight: 4, arbitrary: query.map((more) => `${before}?${asked === undefined ? "" : `${asked}&`}${more}`) },
    {
      weight: 4,
      arbitrary: fc.tuple(fc.nat(parts.length), segment).map(([index, odd]) => {
        return `/${parts
          .with(Math.max(1, index % parts.length), odd)
          .slice(1)
          .join("/")}`;
      }),
    },
    { weight: 1, arbitrary: segment.map((odd) => `${before}/${odd}`) },
    { weight: 1, arbitrary: fc.constantFrom("/", "//", "/.", "?", "#", "%20").map((end) => before + end) },
  );
}

const ofText = fc.record({
  type: fc.constantFrom("application/json", "application/json", "text/plain"),
  text: oddJson,
});

/** A body that the entry would accept, with something odd in it, or another one. */
function bodyFor(
  json: string | undefined,
  type: string,
): Arbitrary<{ type: string; text: string; bytes?: true } | null> {
  const forms = form.map((each) => ({ ...each, bytes: true as const }));
  if (json === undefined) return fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, ofText, forms);
  const known = spoiled(JSON.parse(json)).map((text) => ({ type, text }));
  return fc.oneof({ weight: 8, arbitrary: known }, { weight: 1, arbitrary: ofText }, forms, foreignText);
}

/** Attacks on a page, route or action of the access table. */
function on(entry: Entry, scene: Scene): Arbitrary<Attack> {
  const { method, path: at, body, action } = requestOf(entry, scene);
  // Of what must not be tried, only refusals are asked for.
  const sender = entry.untried === undefined ? people : fc.constant("stranger" as const);
  const isGet = method === "GET";
  const methods = fc.oneof(
    { weight: 12, arbitrary: fc.constant(method) },
    fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"),
  );
  const type = action === undefined ? "application/json" : "text/plain;charset=UTF-8";
  return fc
    .tuple(sender, methods, aroundPath(at), isGet ? fc.constant(null) : bodyFor(body, type), headers)
    .map(([who, how, where, content, more]) => ({
      name: entry.name,
      sender: who,
      steps: [
        {
          method: how,
          path: where,
          headers: [
            ...(content === null ? [] : [["Content-Type", content.type] as [string, string]]),
            ...(action === undefined
              ? []
              : ([
                  ["Next-Action", action],
                  ["Accept", "text/x-component"],
                ] as [string, string][])),
            ...more,
          ],
          ...(content !== null && { body: content.text, ...(content.bytes && { bytes: true }) }),
        },
      ],
    }));
}

/** What a person writes: Markdown in a message, and a card of a webhook in the editor. */
function writing(scene: Scene): Arbitrary<Attack> {
  const message = fc.record({ content: markdown, nonce: fc.uuid() }).map((content): Attack => {
    const json: [string, string] = ["Content-Type", "application/json"];
    const at = `/api/channels/${scene.channelId}/messages`;
    const steps = [{ method: "POST", path: at, headers: [json], body: JSON.stringify(content) }];
    return { name: "Markdown in a message", sender: "member", steps };
  });
  const named = (names: RegExp) => fc.constantFrom(...TABLE.filter(({ name }) => names.test(name)));
  const cards = fc.oneof(
    fc.tuple(named(/^(previewCard|tryCard) of /), fc.record({ model: cardModel })),
    fc.tuple(named(/^importCard of /), fc.record({ yaml: cardFile })),
  );
  const card = cards.map(([entry, input]): Attack => {
    return { name: `a card for ${entry.name}`, sender: "manager", steps: [actionWith(entry, scene, input)] };
  });
  return fc.oneof(message, card);
}

/** The request for a server action, with some fields of its input replaced. */
export function actionWith(entry: Entry, scene: Scene, fields: object): OddRequest {
  const { method, path: at, body = "[]", action = "" } = requestOf(entry, scene);
  const [input] = JSON.parse(body);
  return {
    method,
    path: at,
    headers: [
      ["Content-Type", "text/plain;charset=UTF-8"],
      ["Next-Action", action],
      ["Accept", "text/x-component"],
    ],
    body: JSON.stringify([{ ...input, ...fields }]),
  };
}

/** Attacks on everything that the access table has. */
export function onTable(scene: Scene): Arbitrary<Attack> {
  const entries = TABLE.map((entry) => on(entry, scene));
  return fc.oneof({ weight: 3, arbitrary: fc.oneof(...entries) }, { weight: 1, arbitrary: writing(scene) });
}

/** Each page, route and action once, as the manager would use it. */
export function plainly(scene: Scene): Attack[] {
  return TABLE.filter(({ untried }) => untried === undefined).map((entry) => {
    const { method, path: at, body, action } = requestOf(entry, scene);
    const json: OddRequest = {
      method,
      path: at,
      headers: [["Content-Type", "application/json"]],
      ...(body !== undefined && { body }),
    };
    return {
      name: entry.name,
      sender: entry.reads ? "manager" : "stranger",
      steps: [action === undefined ? json : actionWith(entry, scene, {})],
    };
  });
}
