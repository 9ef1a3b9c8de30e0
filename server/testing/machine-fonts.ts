import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inflateSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { chromiumLaunch } from "@/server/testing/chromium";
import { fetchedPackage } from "@/server/testing/fetched-package";

/** Machines by what fonts they have. An ordinary Linux desktop has emoji, and no signs in the font for its texts. */
export const MACHINES = {
  "with a font for letters only": ["noto-sans"],
  "with a font for emoji": ["noto-sans", "noto-color-emoji"],
};

/** Runs `use` with a Chromium that finds only these fonts, whatever this machine has. Elsewhere than on Linux, it finds all. */
export async function withMachineFonts(
  fonts: readonly string[],
  use: (browser: Browser) => Promise<void>,
): Promise<void> {
  const home = temporaryDirectory("parley-fonts-");
  try {
    const env = { ...process.env, FONTCONFIG_FILE: await writeFonts(home, fonts) };
    const browser = await chromium.launch({ ...(await chromiumLaunch()), env });
    await use(browser).finally(() => browser.close());
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Writes the fonts, and the file by which fontconfig finds them. Returns its path. */
async function writeFonts(home: string, fonts: readonly string[]): Promise<string> {
  mkdirSync(path.join(home, "fonts"));
  for (const font of fonts) {
    const files = path.join(await fetchedPackage(`@fontsource/${font}`), "files");
    for (const file of readdirSync(files).filter((each) => /-(latin|emoji)-400-normal\.woff$/.test(each)))
      writeFileSync(path.join(home, "fonts", `${file}.ttf`), unpacked(readFileSync(path.join(files, file))));
  }
  const config = path.join(home, "fonts.conf");
  writeFileSync(
    config,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${home}/fonts</dir>
  <cachedir>${home}/cache</cachedir>
  <alias><family>sans-serif</family><prefer><family>Noto Sans</family></prefer></alias>
</fontconfig>
`,
  );
  return config;
}

/** Returns the font in a WOFF file, whose tables are compressed one by one. Chromium opens no WOFF of the system's. */
function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + count * 16);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts = [head];
  let end = head.length;
  for (let table = 0; table < count; table += 1) {
    // Its tag, place, compressed size, size and checksum; in the font, its tag, checksum, place and size.
    const entry = 44 + table * 20;
    const at = woff.readUInt32BE(entry + 4);
    const packed = woff.readUInt32BE(entry + 8);
    const size = woff.readUInt32BE(entry + 12);
    const bytes = woff.subarray(at, at + packed);
    const place = 12 + table * 16;
    woff.copy(head, place, entry, entry + 4);
    woff.copy(head, place + 4, entry + 16, entry + 20);
    head.writeUInt32BE(end, place + 8);
    head.writeUInt32BE(size, place + 12);
    const padded = Buffer.concat([packed < size ? inflateSync(bytes) : bytes], Math.ceil(size / 4) * 4);
    parts.push(padded);
    end += padded.length;
  }
  return Buffer.concat(parts);
}
