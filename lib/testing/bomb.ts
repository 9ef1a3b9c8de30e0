/**
 * Returns 2 KB of YAML whose aliases stand for millions of objects. The anchors' names aren't ASCII, and each is the value
 * of a key that wraps an event, so that a reader goes into all of them. `before` comes before the anchors.
 */
export function bomb(before = ""): string {
  const anchors = [..."éèêëàâ"];
  const keys = Array.from({ length: 25 }, (_, index) => `${String.fromCharCode(97 + index)}_data`);
  const levels = anchors.slice(1).map((anchor, index) => {
    const all = keys.map((key) => `${key}: *${anchors[index]} `).join(", ");
    return before ? `${before}q${index}_data\n:\n  &${anchor} {${all}}` : `q${index}_data: &${anchor} {${all}}`;
  });
  return `event: deploy\nsteps:\n  - build\nz: &é {}\n${levels.join("\n")}\n`;
}
