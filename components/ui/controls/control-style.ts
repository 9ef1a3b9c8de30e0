/** The classes of text fields and selects. */
export const controlStyle =
  "w-full min-w-0 target-y rounded-md border border-border-strong bg-surface-raised px-3 text-base text-text transition-colors hover:border-text-muted focus-visible:outline-offset-0 aria-invalid:border-danger disabled:cursor-not-allowed disabled:opacity-55 [&[readonly]]:bg-surface-sunken";
