import { clsx } from "clsx";
import type { ReactNode } from "react";
import { safeHref } from "./safe-href";

/** A link to somewhere that a message names. An address that may not be linked shows its text only. */
export function OutsideLink({ href, title, className, children }: OutsideLinkProps) {
  const safe = safeHref(href);
  if (!safe) return <span className={className}>{children}</span>;
  return (
    <a
      href={safe}
      title={title || undefined}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={clsx("rounded-md underline-offset-2 hover:underline", className)}
    >
      {children}
    </a>
  );
}

type OutsideLinkProps = {
  href: string | undefined;
  title?: string | undefined;
  className?: string;
  children: ReactNode;
};
