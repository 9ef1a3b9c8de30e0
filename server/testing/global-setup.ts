import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { migrate } from "@/server/migrate";
import { runStatement, startTestPostgres, withDatabase } from "@/server/testing/postgres";

declare module "vitest" {
  interface ProvidedContext {
    adminUrl: string;
    template: string;
  }
}

/** Starts PostgreSQL once for all integration tests, with a migrated database to copy. Returns how to remove both. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const template = `parley_template_${randomBytes(4).toString("hex")}`;
  const { adminUrl, stop } = await startTestPostgres();
  await runStatement(adminUrl, `CREATE DATABASE ${template}`);
  await migrate(withDatabase(adminUrl, template));
  project.provide("adminUrl", adminUrl);
  project.provide("template", template);
  return async () => {
    await runStatement(adminUrl, `DROP DATABASE ${template}`);
    await stop();
  };
}
