/** The tab that a key moves to, or null when the key means nothing here. Ends wrap around. */
export function nextTab(key: string, index: number, count: number): number | null {
  if (index < 0 || count === 0) return null;
  if (key === "ArrowRight") return (index + 1) % count;
  if (key === "ArrowLeft") return (index - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}
