/** The line before the first unread message. */
export function NewDivider() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can't carry a word.
    <div role="separator" aria-label="New" className="flex items-center gap-2 px-5 py-1">
      <span className="h-px flex-1 bg-accent" />
      <span aria-hidden="true" className="font-semibold text-accent text-xs">
        New
      </span>
    </div>
  );
}
