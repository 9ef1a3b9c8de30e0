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

/** A corner of a shape in a tile of 12 × 12. With a radius, an arc leads to it, clockwise. */
type Corner = readonly [x: number, y: number, radius?: number];

const SHAPES: readonly (readonly Corner[])[] = [
  [
    [0, 0],
    [12, 0],
    [12, 12],
  ],
  [
    [0, 12],
    [0, 0],
    [12, 12, 12],
  ],
  [
    [6, 0],
    [6, 12, 6],
    [6, 0, 6],
  ],
  [
    [0, 0],
    [12, 0],
    [12, 12],
    [0, 12],
  ],
  [
    [0, 6],
    [12, 6, 6],
    [12, 12],
    [0, 12],
  ],
  [
    [0, 12],
    [12, 0, 12],
    [12, 12],
  ],
];

/**
 * Returns a mark of four simple shapes that depends only on the seed: the outlines of those that are full and of those
 * that are faint, in a square of 24 × 24. An outline needs no transformation or opacity of its own, which would each be
 * a layer for the browser, in every frame and for every message.
 */
export function markOf(seed: string): { full: string; faint: string } {
  let bits = hash(`${seed}·mark`);
  const mark = { full: "", faint: "" };
  for (const [x, y] of [
    [0, 0],
    [12, 0],
    [0, 12],
    [12, 12],
  ] as const) {
    const outline = outlineOf(SHAPES[bits % SHAPES.length] ?? [], (bits >>> 4) % 4, x, y);
    bits = hash(`${bits}`);
    mark[(bits & 1) === 0 ? "full" : "faint"] += outline;
  }
  return mark;
}

/** Returns the outline of a shape that is turned by quarters, clockwise, in the tile that begins at these coordinates. */
function outlineOf(corners: readonly Corner[], quarters: number, left: number, top: number): string {
  const parts = corners.map(([x, y, radius], index) => {
    let at = [x, y] as const;
    for (let turned = 0; turned < quarters; turned += 1) at = [12 - at[1], at[0]];
    const to = `${at[0] + left} ${at[1] + top}`;
    return radius === undefined ? `${index === 0 ? "M" : "L"}${to}` : `A${radius} ${radius} 0 0 1 ${to}`;
  });
  return `${parts.join("")}z`;
}
