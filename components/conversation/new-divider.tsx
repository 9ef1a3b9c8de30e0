/** The line above the first unread message, which leaves it room. */
export function NewDivider() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can't carry a word.
    <div role="separator" aria-label="New" className="absolute inset-x-0 bottom-full flex h-6 items-center gap-2 px-5">
      <span className="h-px flex-1 bg-accent" />
      <span aria-hidden="true" className="font-semibold text-accent text-xs">
        New
      </span>
    </div>
  );
}
