/** Parley's logo, decorative: its name is beside it. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path
        d="M6 4h14a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4h-9l-5 4.5V18a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z"
        className="fill-accent"
      />
      <path
        d="M27 12.5a3.5 3.5 0 0 1 3 3.5v5a4 4 0 0 1-4 4v4l-4.5-4H15a4 4 0 0 1-3.5-2h9A6.5 6.5 0 0 0 27 16.5z"
        className="fill-accent opacity-55"
      />
    </svg>
  );
}
