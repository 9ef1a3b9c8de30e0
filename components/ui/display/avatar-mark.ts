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

const shapes = [
  "M0 0h12v12z",
  "M0 12V0a12 12 0 0 1 12 12z",
  "M6 0a6 6 0 1 1 0 12A6 6 0 1 1 6 0z",
  "M0 0h12v12H0z",
  "M0 6a6 6 0 0 1 12 0v6H0z",
  "M0 12A12 12 0 0 1 12 0v12z",
];

export type MarkTile = { x: number; y: number; turn: number; path: string; strong: boolean };

/** Returns four tiles of simple shapes, a mark that depends only on the seed. */
export function markTiles(seed: string): MarkTile[] {
  let bits = hash(`${seed}·mark`);
  return [0, 1, 2, 3].map((index) => {
    const path = shapes[bits % shapes.length] ?? "";
    const turn = ((bits >>> 4) % 4) * 90;
    bits = hash(`${bits}`);
    return { x: (index % 2) * 12, y: index < 2 ? 0 : 12, turn, path, strong: (bits & 1) === 0 };
  });
}
