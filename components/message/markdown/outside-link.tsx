import { clsx } from "clsx";
import type { ReactNode } from "react";
import { leadsTo } from "@/lib/messages/markdown/leads-to";
import { safeHref } from "@/lib/messages/markdown/safe-href";

/**
 * A link to somewhere that a message names. An address that may not be linked shows its text only; one whose text, `says`, names
 * another place tells where it leads.
 */
export function OutsideLink({ href, title, says = "", image = false, className, children }: OutsideLinkProps) {
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
      <Destination href={safe} says={says} />
    </a>
  );
}

/** Where a link leads, if its text names another place. It stands inside the link, so that it is part of its name. */
export function Destination({ href, says }: { href: string; says: string }) {
  const destination = leadsTo(href, says);
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
  /** What is read as the link's text, for a text that a sender chose. */
  says?: string;
  /** It leads to an image that the message shows, which may be one of its own files. A sender's text never becomes such a path. */
  image?: boolean;
  className?: string;
  children: ReactNode;
};

const ownFile = /^\/api\/attachments\/[1-9]\d{0,18}\/[^/\\?#\s]+(\?size=large)?$/;

/** Whether the address is the path of one of this install's own files. */
export function isOwnFile(href: string | null | undefined): boolean {
  return ownFile.test(href ?? "");
}

/** Where an image's address leads who wants it large: elsewhere, or to an own file as it is shown, since as it was sent it is a download. */
export function toOpen(url: string): string {
  return isOwnFile(url) && !url.includes("?") ? `${url}?size=large` : url;
}
