const MOST = 255;
// Control characters, and those that reorder text: with them "cod.exe" can look like "exe.doc".
const INVISIBLE = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/** A sender's name for a file as it is kept and shown: no path, one line, at most 255 code points, never empty. */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const cleaned = last.toWellFormed().replace(INVISIBLE, "").trim();
  // "." and ".." mean directories.
  if (/^\.*$/.test(cleaned)) return "file";
  const characters = [...cleaned];
  if (characters.length <= MOST) return cleaned;
  const extension = /\.\w{1,16}$/.exec(cleaned)?.[0] ?? "";
  return characters.slice(0, MOST - extension.length).join("") + extension;
}
