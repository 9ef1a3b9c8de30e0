import { nameParts } from "./name-parts";

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
