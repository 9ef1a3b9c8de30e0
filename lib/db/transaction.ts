import type { db } from "@/lib/db/client";

/** What the function that `db().$transaction` runs is given. */
export type Transaction = Parameters<Parameters<ReturnType<typeof db>["$transaction"]>[0]>[0];
