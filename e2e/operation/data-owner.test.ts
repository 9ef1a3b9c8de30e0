import { chownSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, expect } from "vitest";
import { testAsRoot } from "@/lib/testing/as-root";
import { removeDataDir, temporaryDirectory } from "@/lib/testing/data-dir";
import { ROOT } from "@/server/root";
import { runCommand, runProgram } from "@/server/run-program";
import { ParleyProcess } from "@/server/testing/parley-process";

// The user nobody, who exists everywhere and owns nothing.
const NOBODY = 65_534;
const home = temporaryDirectory("parley-as-root-");
const dataDir = path.join(home, "data");
afterAll(() => removeDataDir(home));

testAsRoot(
  "uploads, previews and backups of a Parley that root started belong to DATA_DIR's owner",
  async () => {
    mkdirSync(dataDir, { mode: 0o755 });
    chownSync(dataDir, NOBODY, NOBODY);
    const settings = { DATA_DIR: dataDir, DATABASE_URL: "", NEXTAUTH_SECRET: "", BACKUP_DIR: "" };
    const seeded = await runProgram(process.execPath, ["server/launch.mjs", "prisma/seed.ts"], settings);
    const [, hook = ""] = /http:\/\/[^/]+(\/webhooks\/\S+)/.exec(seeded.output) ?? [];
    Object.assign(process.env, settings);
    const parley = await ParleyProcess.start(dataDir);
    try {
      const form = new FormData();
      form.append("payload_json", JSON.stringify({ content: "with a file" }));
      form.append("files[0]", new File(["a file"], "file.txt"));
      const posted = await fetch(
        `${parley.baseUrl}${hook.replace("/webhooks/incoming/", "/api/webhooks/")}?wait=true`,
        { method: "POST", body: form },
      );
      expect([posted.status, await posted.text()]).toEqual([200, expect.stringContaining("file.txt")]);
      expect((await runCommand(["backup"], settings)).output).toMatch(/Backed up to .*, [1-9]\d* files?\)/);
    } finally {
      await parley.stop();
    }
    const created = readdirSync(dataDir, { recursive: true, encoding: "utf8" });
    expect(created).toEqual(expect.arrayContaining(["uploads", "backups", "postgres", "nextauth-secret"]));
    expect(created.filter((name) => lstatSync(path.join(dataDir, name)).uid !== NOBODY)).toEqual([]);
    expect(lstatSync(path.join(ROOT, ".next/BUILD_ID")).uid).toBe(lstatSync(ROOT).uid);
  },
  240_000,
);
