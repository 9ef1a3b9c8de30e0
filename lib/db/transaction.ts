import type { db } from "@/lib/db/client";

/** The client inside `db().$transaction`. */
export type Transaction = Parameters<Parameters<ReturnType<typeof db>["$transaction"]>[0]>[0];
