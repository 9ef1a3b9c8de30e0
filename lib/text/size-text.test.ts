import { expect, test } from "vitest";
import { sizeText } from "@/lib/text/size-text";

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [1023, "1023 bytes"],
  [1024, "1 KiB"],
  [1434, "1.4 KiB"],
  [10_189, "10 KiB"],
  [1_048_000, "1023 KiB"],
  [1_048_500, "1 MiB"],
  [10_485_760, "10 MiB"],
  [3_000_000_000, "2.8 GiB"],
  [2_000_000_000_000, "1.8 TiB"],
])("%i bytes are shown as %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));
