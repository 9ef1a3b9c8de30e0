/** Whether `error` is an Error with this code: Node's ("EEXIST"), PostgreSQL's or Prisma's ("P2002", a unique value is taken). */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
