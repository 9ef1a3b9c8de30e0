import { Prisma } from "@/lib/db/generated/client";

/** The SQL condition that a person is active, for a statement that is their whole write. `userId` is SQL for their id. */
export const isActive = (userId: bigint): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT FROM users p WHERE p.id = ${userId} AND p.deactivated_at IS NULL)`;
