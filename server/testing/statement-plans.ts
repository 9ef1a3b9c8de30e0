import type pg from "pg";
import { z } from "zod";

/** A step of an executed plan: what it read, and the steps below it. */
type Step = {
  "Node Type": string;
  "Relation Name"?: string | undefined;
  "Index Name"?: string | undefined;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number | undefined;
  "Rows Removed by Index Recheck"?: number | undefined;
  "Rows Removed by Join Filter"?: number | undefined;
  Plans?: Step[] | undefined;
};

/** A statement that ran (also one of a trigger or foreign key), and its plan. */
export type StatementPlan = { statement: string; plan: Step };

const stepSchema: z.ZodType<Step> = z.lazy(() =>
  z.object({
    "Node Type": z.string(),
    "Relation Name": z.string().optional(),
    "Index Name": z.string().optional(),
    "Actual Rows": z.number(),
    "Actual Loops": z.number(),
    "Rows Removed by Filter": z.number().optional(),
    "Rows Removed by Index Recheck": z.number().optional(),
    "Rows Removed by Join Filter": z.number().optional(),
    Plans: z.array(stepSchema).optional(),
  }),
);
const explainedSchema = z.object({ "Query Text": z.string(), Plan: stepSchema });

/** Has PostgreSQL send each new connection to this database a notice with the plan of every statement. Needs a superuser. */
export async function sendPlans(client: pg.Client): Promise<void> {
  await setForDatabase(client, {
    session_preload_libraries: "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_nested_statements": "on",
    "auto_explain.log_parameter_max_length": "0",
    "auto_explain.log_format": "json",
    "auto_explain.log_level": "notice",
  });
}

/**
 * Has new connections to this database plan each statement for its values, or once for any values. By default, PostgreSQL
 * does the former five times, then whichever it estimates to be cheaper.
 */
export async function planFor(client: pg.Client, values: "these values" | "any values"): Promise<void> {
  await setForDatabase(client, {
    plan_cache_mode: values === "these values" ? "force_custom_plan" : "force_generic_plan",
  });
}

async function setForDatabase(client: pg.Client, settings: Record<string, string>): Promise<void> {
  const { rows } = await client.query<{ name: string }>("SELECT quote_ident(current_database()) AS name");
  for (const [name, value] of Object.entries(settings)) {
    await client.query(`ALTER DATABASE ${rows[0]?.name} SET ${name} = '${value}'`);
  }
}

/** Returns the plan in a connection's notice, or null if it's about something else. */
export function planIn(notice: { message?: string | undefined }): StatementPlan | null {
  const json = /^duration: [\d.]+ ms {2}plan:\n(\{.*)/s.exec(notice.message ?? "")?.[1];
  if (json === undefined) return null;
  const explained = explainedSchema.parse(JSON.parse(json));
  return { statement: explained["Query Text"].replace(/\s+/g, " ").trim(), plan: explained.Plan };
}

/** The most pairs of rows that a join may compare in vain: more grow with the square of what a statement is given. */
const MOST_PAIRS = 5_000;

/**
 * Describes what the statement read too much of: all of a large table, or more than `most` rows of one, not counting the
 * rows that it changed. Also describes joins that compared each row with each.
 */
export function excessesOf(
  { statement, plan }: StatementPlan,
  largeTables: ReadonlySet<string>,
  most: number,
): string[] {
  return [...stepsOf(plan)].flatMap((step) => {
    const pairs = Math.round((step["Rows Removed by Join Filter"] ?? 0) * step["Actual Loops"]);
    if (pairs > MOST_PAIRS) return [`compares ${pairs} pairs of rows in vain: ${statement}`];
    const table = step["Relation Name"];
    if (table === undefined || !largeTables.has(table) || step["Node Type"] === "ModifyTable") return [];
    const rows = rowsReadBy(step);
    if (step["Node Type"] === "Seq Scan") return [`reads all of ${table}: ${statement}`];
    return rows > most ? [`reads ${rows} rows of ${table} by ${step["Index Name"] ?? "a bitmap"}: ${statement}`] : [];
  });
}

/** Returns how many rows of tables the statement read, or of one table. */
export function rowsRead({ plan }: StatementPlan, table?: string): number {
  const reads = [...stepsOf(plan)].filter(({ "Node Type": type, "Relation Name": name }) => {
    return name && type !== "ModifyTable" && (table === undefined || name === table);
  });
  return reads.reduce((sum, step) => sum + rowsReadBy(step), 0);
}

function rowsReadBy(step: Step): number {
  const left =
    step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0) + (step["Rows Removed by Index Recheck"] ?? 0);
  return Math.round(left * step["Actual Loops"]);
}

function* stepsOf(step: Step): Generator<Step> {
  yield step;
  for (const below of step.Plans ?? []) yield* stepsOf(below);
}
