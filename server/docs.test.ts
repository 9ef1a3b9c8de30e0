import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { VARIABLES, type Variable } from "@/lib/process/env-variables";
import { VERSION } from "@/lib/process/version";
import { ROOMS } from "@/server/testing/rooms";

const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).trim().split("\n");
const pages = readdirSync("docs/decisions").filter((file) => file !== "README.md");

test("every decision is in the index, and the code that it explains links to it", () => {
  const index = readFileSync("docs/decisions/README.md", "utf8");
  const code = files
    .filter((file) => /\.(ts|tsx|mjs|grit)$/.test(file) && existsSync(file))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  for (const page of pages) {
    expect.soft(index, page).toContain(`](${page})`);
    expect.soft(code.includes(`docs/decisions/${page}`), `${page} is linked from code`).toBe(true);
  }
  for (const [, page = ""] of code.matchAll(/docs\/decisions\/([a-z-]+\.md)/g)) expect.soft(pages).toContain(page);
});

test("every decision is listed by its title, and says when it was accepted and last changed", () => {
  const index = readFileSync("docs/decisions/README.md", "utf8");
  for (const page of pages) {
    const [title = "", status] = readFileSync(`docs/decisions/${page}`, "utf8").split("\n\n");
    expect.soft(index).toContain(`- [${title.replace("# ", "")}](${page})`);
    expect.soft(status, page).toMatch(/^Accepted \d{4}-\d\d-\d\d(, changed \d{4}-\d\d-\d\d)?\.$/);
  }
});

test.each(files.filter((file) => file.endsWith(".md") && !file.includes("/examples/") && existsSync(file)))(
  "%s names only files that exist",
  (page) => {
    // Files that the reader is told to create don't exist yet.
    const text = readFileSync(page, "utf8").replace(/^ *(`{3,}).*?^ *\1|\b[Cc]reate\s+`[^`]+`/gms, "");
    const roots = /^(app|components|lib|server|e2e|docs|prisma|public|\.ci)\//;
    const named = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = ""]) => name).filter((name) => roots.test(name));
    const linked = [...text.matchAll(/\]\(([^)#\s]+\.md)[^)]*\)/g)].map(([, name = ""]) => join(dirname(page), name));
    const missing = [...named, ...linked].filter(
      (name) => !/[<>*…{]/.test(name) && !existsSync(name.replace(/:\d+$/, "")),
    );
    expect(missing.filter((name) => !name.startsWith("http"))).toEqual([]);
  },
);

test("each promise in docs/promises.md names a test that exists", () => {
  const text = readFileSync("docs/promises.md", "utf8");
  const named = [...text.matchAll(/\(`([^`]+\.(?:test|spec)\.ts)`, "([^"]+)"\)/g)];
  expect(named).toHaveLength(text.match(/\.(test|spec)\.ts/g)?.length ?? 0);
  for (const [, file = "", title = ""] of named) {
    expect.soft(readFileSync(file, "utf8"), `${file} has the test "${title}"`).toContain(`"${title}"`);
  }
  for (const promise of text.split(/^- /m).slice(1)) expect.soft(promise).toMatch(/\.(test|spec)\.ts/);
});

test("each point of docs/SECURITY.md names the tests that prove it", () => {
  const text = readFileSync("docs/SECURITY.md", "utf8");
  const [, done = ""] = /^## What Parley does$(.*?)^## /ms.exec(text) ?? [];
  const points = done.split(/^- (?=\*\*)/m).slice(1);
  expect(points.length).toBeGreaterThan(40);
  for (const point of points) {
    const [, named = ""] = /\((`[^)]+`)\)\s*(?:^#.*)?$/ms.exec(point.trim()) ?? [];
    const tests = [...named.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map(([, name = ""]) => name);
    expect.soft(tests, point.slice(0, 60)).not.toEqual([]);
  }
});

test("docs/deploy.md, docs/deploy/nginx.conf and the app's documentation keep tokens out of nginx's log alike", () => {
  const [, shown = ""] =
    /const NGINX = `([^`]+)`/.exec(readFileSync("components/webhooks/docs/sections/operators.tsx", "utf8")) ?? [];
  expect(shown).toContain("log_format");
  expect(readFileSync("docs/deploy.md", "utf8").replace(/^ {2}/gm, "")).toContain(shown);
  const [format = ""] = shown.split("access_log");
  expect(readFileSync("docs/deploy/nginx.conf", "utf8")).toContain(format);
});

test("docs/configuration.md lists the variables that lib/process/env.ts reads (-u rewrites it)", async () => {
  const read = new Set(
    [
      ...readFileSync("lib/process/env.ts", "utf8").matchAll(/(?:process\.env\.|(?:read|optional)\(")([A-Z0-9_]+)/g),
    ].map(([, name]) => name),
  );
  for (const name of ["NODE_ENV", "TEST_LIMITS"]) read.delete(name);
  expect([...read].sort()).toEqual(Object.keys(VARIABLES).sort());
  await expect(configurationPage()).toMatchFileSnapshot("../docs/configuration.md");
});

test("the changelog begins with what isn't released, then this version, then earlier ones with their dates", () => {
  const [unreleased, ...released] = readFileSync("docs/CHANGELOG.md", "utf8").match(/^## .*$/gm) ?? [];
  expect(unreleased).toBe("## [Unreleased]");
  for (const heading of released) expect(heading).toMatch(/^## \[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/);
  expect(released[0]).toContain(`[${VERSION}]`);
  const days = released.map((heading) => heading.slice(-10));
  expect(days).toEqual([...days].sort().reverse());
});

test("package.json, the lock file and LICENSE agree about version and license", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, object> };
  expect(packages[""]).toMatchObject({ version: VERSION, license: "MIT" });
  expect(JSON.parse(readFileSync("package.json", "utf8"))).toMatchObject({ version: VERSION, license: "MIT" });
  expect(readFileSync("LICENSE", "utf8")).toMatch(/^MIT License\n\nCopyright \(c\) 2026 Parley contributors\n/);
});

test("no page clones a tag, which may not exist where it's read", () => {
  const cloning = files
    .filter((file) => /(\.md|\.tsx|\.ya?ml|Dockerfile)$/.test(file) && existsSync(file))
    .flatMap((file) => readFileSync(file, "utf8").match(/git (clone|checkout|pull|fetch).*/g) ?? []);
  expect(cloning.length).toBeGreaterThan(3);
  expect(cloning.filter((line) => /--branch|\s-b\s|\bv?\d+\.\d+\.\d+\b|tags?\//.test(line))).toEqual([]);
});

test("how much room Parley takes is said in one place, within what CI allows", () => {
  const [production, built] = [...readFileSync(".ci/run", "utf8").matchAll(/at_most (\d+)/g)]
    .map(([, limit]) => Number(limit))
    .sort((a, b) => a - b);
  const page = readFileSync("docs/decisions/dependencies.md", "utf8");
  const now = (row: string) =>
    Number(
      page
        .split("\n")
        .find((line) => line.startsWith(row))
        ?.match(/(\d+) \|$/)?.[1],
    );
  expect(now("| Production")).toBeLessThanOrEqual(production ?? 0);
  expect(now("| `node_modules` after `npm ci` and")).toBeLessThanOrEqual(built ?? 0);
  for (const file of ["README.md", "docs/deploy.md"]) {
    expect(readFileSync(file, "utf8"), file).not.toMatch(/(packages|build|production)\b[^.]* takes? [\d.,]+ [MG]B/i);
  }
});

test("the README's figures are those of the last version in docs/bench.md", () => {
  const [, table = ""] = /^\| Version .*\n\|.*\n((?:\|.*\n)+)/m.exec(readFileSync("docs/bench.md", "utf8")) ?? [];
  const rows = table.trim().split("\n");
  const shares = (row: string) => /\| (\d+) · (\d+) · (\d+) % /.exec(row)?.slice(1);
  const [handler = "", latest = ""] = [rows[0], rows.at(-1)];
  const said = readFileSync("README.md", "utf8").replaceAll("\n", " ");
  const parley = /Parley, [^.]* reaches (\d+) % of that with one post at a time, (\d+) % with 16 and (\d+) % with 64/;
  expect(handler).toContain("empty Next handler");
  expect([...(shares(handler) ?? []), ...(shares(latest) ?? [])]).toHaveLength(6);
  expect(parley.exec(said)?.slice(1)).toEqual(shares(latest));
  expect(/stores nothing reaches (\d+) %, (\d+) % and (\d+) %/.exec(said)?.slice(1)).toEqual(shares(handler));
});

test("docs/CONTRIBUTING.md lists the rooms in the order that's enforced", () => {
  const text = readFileSync("docs/CONTRIBUTING.md", "utf8");
  const [, table = ""] = /^\| Room in `lib\/` .*\n\|.*\n((?:\|.*\n)+)/m.exec(text) ?? [];
  expect(table.match(/(?<=^\| )[a-z]+/gm)).toEqual(ROOMS.lib);
  const [, list = ""] = /React, in this order: ([^.]+)\./.exec(text) ?? [];
  expect(list.split(/,\s+/)).toEqual(ROOMS.components);
});

function configurationPage(): string {
  const rows = Object.entries<Variable>(VARIABLES).map(([name, { fallback, unset, about }]) => [
    `\`${name}\``,
    fallback === undefined ? (unset ?? "") : `\`${fallback}\``,
    about,
  ]);
  const all = [["Variable", "Default", "What it does"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = all;
  return [
    "# Configuration",
    "",
    "Parley is configured by environment variables. All of them are optional. If a value can't be used, Parley doesn't start, and the error names the variable.",
    "",
    line(head),
    line(widths.map((width) => "-".repeat(width))),
    ...body.map(line),
    "",
    "`npm run seed` and the commands in [Deployment](deploy.md) need the same variables as the server.",
    "",
  ].join("\n");
}
