import { clsx } from "clsx";
import type { ReactNode } from "react";
import { safeHref } from "@/lib/messages/markdown/safe-href";
import { isOwnFile } from "./own-file";

/** A link to somewhere that a message names. An address that may not be linked shows its text only. */
export function OutsideLink({ href, title, image = false, className, children }: OutsideLinkProps) {
  const safe = safeHref(href) ?? (image && isOwnFile(href) ? href : null);
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
  /** It leads to an image that the message shows, which may be one of its own files. A sender's text never becomes such a path. */
  image?: boolean;
  className?: string;
  children: ReactNode;
};
