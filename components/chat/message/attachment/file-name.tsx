/** A file name on one line, shortened in the middle so that its end stays visible. */
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

/** Splits a file name into a part that may be shortened and the end with its extension. */
export function nameParts(name: string): [start: string, end: string] {
  const characters = [...name];
  if (characters.length <= END * 2) return [name, ""];
  return [characters.slice(0, -END).join(""), characters.slice(-END).join("")];
}
