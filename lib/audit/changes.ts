import type { AuditChanges, AuditField, AuditValue } from "@/lib/audit/dto";

/** Where `after` differs from `before`, as an entry's details; null when nothing does. Fields that `after` leaves out stay. */
export function changes<F extends AuditField>(
  before: Record<F, AuditValue>,
  after: { [K in F]?: AuditValue | undefined },
): AuditChanges | null {
  const found: AuditChanges = {};
  for (const field of Object.keys(before) as F[]) {
    const [from, to] = [before[field], after[field]];
    if (to !== undefined && to !== from) found[field] = { from, to };
  }
  return Object.keys(found).length > 0 ? found : null;
}
