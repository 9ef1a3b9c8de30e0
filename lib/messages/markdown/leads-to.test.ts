import fc from "fast-check";
import { expect, test } from "vitest";
import { expectEffort } from "@/lib/testing/effort";
import { leadsTo } from "./leads-to";

const EVIL = "https://evil.example/x";

test.each([
  "https://bank.example",
  "HTTPS://BANK.example/login",
  "bank.example",
  "www.bank.example",
  "bank.example/login",
  "bank.example:443",
  "Bank.Example.",
  "“bank.example”",
  "<https://bank.example>",
  "(bank.example)",
  "sign in at https://bank.example now",
  "sign in at bank.example now",
  "bank.co.uk",
  "docs.rs",
  "bank。example",
  "bank．example",
  "bank\u200b.example",
  "https:\\\\bank.example",
  "https:/bank.example",
  "http://bank.example@",
  "https://bank.example@evil.example",
  "evil.example is bank.example",
  "help@bank.example",
  "help@evil.example",
  "10.0.0.1",
  "https://[::1]/",
  "ftp://bank.example",
  "банк.рф",
  "xn--bank-example.example",
  "evil.example.bank.example",
  "https://evil.example.bank.example/",
  "https://bank.example/evil.example",
  "→https://bank.example",
])("%s gets a note that names the link's real host", (text) => {
  expect(leadsTo(EVIL, text)).toEqual({ verb: "leads", to: "evil.example" });
});

test.each([
  "https://evil.example",
  "http://www.evil.example/other?q=bank.example",
  "evil.example",
  "Evil.Example/x",
  "www.evil.example",
  "see evil.example, please",
  "evil.example:8080",
  "the report",
  "main.ts",
  "package.json",
  "README.md",
  "code_of_conduct.md",
  "__init__.py",
  "main.rs",
  "Upgrade Next.js from 15.1.2 to 16.4.6",
  "rename user.name to user.displayName",
  "v1.2.3",
  "1.5",
  "e.g. this",
  "wait...",
  "and/or",
  "@ada",
  "src/index.md",
  "",
])("%s gets no note because it doesn't name another host", (text) => {
  expect(leadsTo(EVIL, text)).toBeNull();
});

test("the note writes a look-alike host in Punycode", () => {
  for (const text of ["https://аpple.com", "аpple.com", "apple.com", "see аpple.com"]) {
    expect(leadsTo("https://аpple.com/", text)).toEqual({ verb: "leads", to: "xn--pple-43d.com" });
  }
  expect(leadsTo("https://аpple.com/", "https://xn--pple-43d.com/")).toBeNull();
  expect(leadsTo("https://аpple.com/", "Apple")).toBeNull();
});

test("a user name before the host isn't mistaken for it", () => {
  const href = "https://bank.example@evil.example/";
  for (const text of [href, "bank.example", "evil.example"]) {
    expect(leadsTo(href, text)).toEqual({ verb: "leads", to: "evil.example" });
  }
});

test("the note on a mail link names its recipient", () => {
  expect(leadsTo("mailto:eve@evil.example", "ada@bank.example")).toEqual({ verb: "writes", to: "eve@evil.example" });
  expect(leadsTo("mailto:eve@evil.example", "bank.example")).toEqual({ verb: "writes", to: "eve@evil.example" });
  expect(leadsTo("mailto:eve@evil.example?subject=x", "Eve@Evil.example")).toBeNull();
  expect(leadsTo("mailto:eve@evil.example", "write to us")).toBeNull();
});

test("an address that can't be a link gets no note", () => {
  for (const href of [undefined, "", "javascript:alert(1)", "bank.example"])
    expect(leadsTo(href, "bank.example")).toBeNull();
});

test("a file's name isn't an address if the link leads to that file", () => {
  const files = "https://ci.example/files/lamp-2.0.zip";
  expect(leadsTo(files, "lamp-2.0.zip")).toBeNull();
  expect(leadsTo("https://ci.example/files/lamp.hex", "lamp.hex")).toBeNull();
  expect(leadsTo(EVIL, "lamp-2.0.zip")).not.toBeNull();
  expect(leadsTo("https://evil.example/bank.example", "bank.example")).not.toBeNull();
  expect(leadsTo("https://evil.example/bank.zip", "https://bank.zip")).not.toBeNull();
});

test("any text is read in linear time and without errors", () => {
  fc.assert(fc.property(fc.webUrl(), fc.string({ unit: "binary" }), (href, text) => void leadsTo(href, text)));
  for (const part of ["a.", "@", "https://", "a@", "www.", ".", " a.b", "/", "\u200b", "[", "(", "é."]) {
    expectEffort(() => leadsTo(EVIL, part.repeat(50_000)), 10);
  }
});
