/** A file's name on one line: where there is no room, its middle goes, so that its end still says what it is. */
export function FileName({ name }: { name: string }) {
  const [start, end] = nameParts(name);
  return (
    <p title={name} className="flex whitespace-pre font-medium text-sm">
      <span className="sr-only">{name}</span>
      <span aria-hidden="true" className="overflow-hidden text-ellipsis">
        {start}
      </span>
      <span aria-hidden="true">{end}</span>
    </p>
  );
}

const END = 10;

/** A file's name in two parts, of which the first may be cut when there is no room: the end, with its extension, tells more. */
export function nameParts(name: string): [start: string, end: string] {
  const characters = [...name];
  if (characters.length <= END * 2) return [name, ""];
  return [characters.slice(0, -END).join(""), characters.slice(-END).join("")];
}
