/** "1 reply", "12 replies" */
export function repliesText(count: number): string {
  return count === 1 ? "1 reply" : `${count} replies`;
}
