import { describe, expect, test } from "vitest";
import { charsetIn, decodeAs, decodeLoosely, formFields } from "@/lib/text/charset";

const bytes = (...values: number[]) => Uint8Array.from(values);
const latin1 = (text: string) => Buffer.from(text, "latin1");

describe("text is decoded in the charset that its sender names", () => {
  test.each<[string, Uint8Array, string]>([
    ["iso-8859-1", latin1("Größe"), "Größe"],
    ["latin1", latin1("Größe"), "Größe"],
    // Node 20 alone makes a control character of the euro sign.
    ["windows-1252", bytes(0x80, 0x93, 0x78, 0x94), "€“x”"],
    ["iso-8859-1", bytes(0x80, 0x96), "€–"],
    ["iso-8859-15", bytes(0xa4), "€"],
    ["windows-1251", bytes(0xcf, 0xf0, 0xe8), "При"],
    ["koi8-r", bytes(0xf0, 0xd2, 0xc9), "При"],
    ["shift_jis", bytes(0x83, 0x41), "ア"],
    ["iso-2022-jp", bytes(0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42), "あ"],
    ["gb2312", bytes(0xc4, 0xa3), "模"],
    ["big5", bytes(0xa4, 0xa4), "中"],
    ["euc-kr", bytes(0xb0, 0xa1), "가"],
    ["utf-16le", Buffer.from('{"a":"é"}', "utf16le"), '{"a":"é"}'],
    ["utf-16", Buffer.from("\ufeffé", "utf16le"), "é"],
    ["utf-16", bytes(0xfe, 0xff, 0x00, 0xe9), "é"],
    ["us-ascii", latin1("x"), "x"],
  ])("%s", (charset, body, text) => {
    expect(decodeAs(body, charset)).toBe(text);
  });

  test("a wrong or unknown name doesn't matter for text in UTF-8", () => {
    for (const charset of [null, "utf-8", "utf8", "iso-8859-1", "us-ascii", "koi8-r", "iso-2022-jp", "cp850", "x"]) {
      expect([charset, decodeAs(Buffer.from("Größe ☕"), charset)]).toEqual([charset, "Größe ☕"]);
    }
  });

  test("text that isn't UTF-8 can name its charset itself, and is refused if it doesn't", () => {
    expect(decodeAs(Buffer.from("\ufeffGröße", "utf16le"), null)).toBe("Größe");
    const xml = '<?xml version="1.0" encoding="ISO-8859-1"?><a>Größe</a>';
    expect(decodeAs(latin1(xml), null)).toBe(xml);
    expect(decodeAs(latin1("Größe"), null)).toBeNull();
    for (const body of [latin1("Größe"), latin1(xml), Buffer.from("\ufeffx", "utf16le")]) {
      expect(decodeAs(body, "utf-8")).toBeNull();
    }
    expect(decodeAs(latin1("Größe"), "no-such-charset")).toBeNull();
    expect(decodeAs(bytes(0x81), "shift_jis")).toBeNull();
  });

  test("text that is cut or broken can be decoded as far as possible", () => {
    expect(decodeLoosely(bytes(0x80, 0x35), "windows-1252")).toBe("€5");
    expect(decodeLoosely(bytes(0x83, 0x41, 0x83), "shift_jis")).toBe("ア\ufffd");
    expect(decodeLoosely(latin1("é"), "nonsense")).toBe("\ufffd");
  });
});

test("a form's percent-encoded text is decoded in the form's charset", () => {
  const fields = (text: string, charset: string | null) => [...formFields(text, charset)];
  expect(fields("n=Gr%F6%DFe+%80&x=100%25", "iso-8859-1")).toEqual([
    ["n", "Größe €"],
    ["x", "100%"],
  ]);
  // The second byte of ア is a letter, which isn't percent-encoded.
  expect(fields("%83A=%83A%26%3D", "shift_jis")).toEqual([["ア", "ア&="]]);
  expect(fields("n=Gr%C3%B6%C3%9Fe", "iso-8859-1")).toEqual([["n", "Größe"]]);
  expect(fields("n=Gr%C3%B6%C3%9Fe", null)).toEqual([["n", "Größe"]]);
  expect(fields("n=%FF%", null)).toEqual([["n", "\ufffd%"]]);
});

test.each([
  [null, null],
  ["application/json", null],
  ["application/json; charset=", null],
  ['application/json;Charset="ISO-8859-1"', "iso-8859-1"],
  ["text/plain; format=flowed; charset='utf-8' ; x=y", "utf-8"],
])("the charset in the Content-Type %s is %s", (type, charset) => {
  expect(charsetIn(type)).toBe(charset);
});
