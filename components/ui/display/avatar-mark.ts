/** Returns a number from 0 to 2³²−1 that depends only on the text (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  // FNV's low bits are weak for texts that differ only at the end.
  value ^= value >>> 15;
  value = Math.imul(value, 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

/** Returns a hue in degrees. Different hues are far enough apart to tell them apart. */
export function hueOf(seed: string): number {
  return (hash(seed) % 18) * 20;
}

/** Returns the initials of the first and last word: "Ada King Lovelace" is AL. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letter = (word: string | undefined) => word?.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? "";
  const last = words.length > 1 ? letter(words.at(-1)) : "";
  return letter(words[0]) + last || "?";
}

// The outline of each shape in a tile of 12 × 12. Only a point has a space between its coordinates.
const SHAPES = [
  "M0 0L12 0L12 12z",
  "M0 12L0 0A12,12,0,0,1,12 12z",
  "M6 0A6,6,0,0,1,6 12A6,6,0,0,1,6 0z",
  "M0 0L12 0L12 12L0 12z",
  "M0 6A6,6,0,0,1,12 6L12 12L0 12z",
  "M0 12A12,12,0,0,1,12 0L12 12z",
];

/**
 * Returns a mark of four simple shapes that depends only on the seed: the outlines of those that are full and of those
 * that are faint, in a square of 24 × 24. An outline needs no transformation or opacity of its own, which would each be
 * a layer for the browser, in every frame and for every message.
 */
export function markOf(seed: string): { full: string; faint: string } {
  let bits = hash(`${seed}·mark`);
  const mark = { full: "", faint: "" };
  for (const tile of [0, 1, 2, 3]) {
    const shape = SHAPES[bits % SHAPES.length] ?? "";
    const quarters = (bits >>> 4) % 4;
    bits = hash(`${bits}`);
    mark[(bits & 1) === 0 ? "full" : "faint"] += shape.replace(/(\d+) (\d+)/g, (_, ...point) => {
      let [x = 0, y = 0] = point.map(Number);
      // Turned clockwise.
      for (let turned = 0; turned < quarters; turned += 1) [x, y] = [12 - y, x];
      return `${x + (tile % 2) * 12} ${y + (tile < 2 ? 0 : 12)}`;
    });
  }
  return mark;
}
