const END = 10;

/** A file's name in two parts, of which the first may be cut when there is no room: the end, with its extension, tells more. */
export function nameParts(name: string): [start: string, end: string] {
  const characters = [...name];
  if (characters.length <= END * 2) return [name, ""];
  return [characters.slice(0, -END).join(""), characters.slice(-END).join("")];
}
