/** The labels of keys pressed together, drawn as key caps. Screen readers ignore them. */
export function KeyCaps({ printed }: { printed: readonly string[] }) {
  return (
    <span aria-hidden="true" className="inline-flex gap-1">
      {printed.map((key) => (
        <kbd
          key={key}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-md border border-border bg-surface-sunken px-1.5 font-sans text-text-muted text-xs leading-none"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
