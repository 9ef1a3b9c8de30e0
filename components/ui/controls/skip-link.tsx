/** The first tab stop: skips the navigation. */
export function SkipLink({ target, children }: { target: string; children: string }) {
  return (
    <a
      href={`#${target}`}
      className="fixed start-3 top-3 z-50 -translate-y-24 rounded-md bg-accent px-4 py-2 font-medium text-accent-text text-sm focus:translate-y-0"
    >
      {children}
    </a>
  );
}
