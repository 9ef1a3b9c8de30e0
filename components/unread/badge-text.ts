/** A count as a badge shows it. */
export function badgeText(count: number): string {
  return count > 99 ? "99+" : `${count}`;
}
