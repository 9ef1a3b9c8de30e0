import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { Destination } from "@/lib/messages/markdown/leads-to";
import { safeHref } from "@/lib/messages/markdown/safe-href";

/**
 * A link from a message. A URL that may not be linked is shown as text. If the text names a different site, the real
 * destination, `leads`, is shown too.
 */
export function OutsideLink({ href, title, leads, image = false, className, children }: OutsideLinkProps) {
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
      <LeadsTo destination={leads} />
    </a>
  );
}

/** The destination of a link whose text names a different site. Inside the link, so that it is part of its accessible name. */
export function LeadsTo({ destination }: { destination: Destination | null | undefined }) {
  if (!destination) return null;
  return (
    <>
      {" "}
      <span className="inline-block max-w-full whitespace-normal font-normal text-text-muted [overflow-wrap:anywhere]">
        ({destination.verb} to <bdi dir="ltr">{destination.to}</bdi>)
      </span>
    </>
  );
}

type OutsideLinkProps = {
  href: string | undefined;
  title?: string | undefined;
  leads?: Destination | undefined;
  /** Links to an image the message shows, possibly one of its own files. A sender's text never becomes such a path. */
  image?: boolean;
  className?: string;
  children: ReactNode;
};

const ownFile = /^\/api\/attachments\/[1-9]\d{0,18}\/[^/\\?#\s]+(\?size=large)?$/;

/** Returns whether this is the path of a file on this install. */
export function isOwnFile(href: string | null | undefined): boolean {
  return ownFile.test(href ?? "");
}

/**
 * Returns the link to a full-size image: its own URL, or for a file here its displayed version, because the original is
 * a download.
 */
export function toOpen(url: string): string {
  return isOwnFile(url) && !url.includes("?") ? `${url}?size=large` : url;
}
