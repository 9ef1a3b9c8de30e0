import { clsx } from "clsx";
import type { ReactNode } from "react";
import { LeadsTo } from "@/components/chat/message/markdown/outside-link";
import { withSigns } from "@/components/emoji/signs";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { SquareArrowOutUpRight } from "@/components/ui/icons/icons";
import type { Embed } from "@/lib/messages/dto";
import { safeHref } from "@/lib/messages/markdown/safe-href";
import { cleanText } from "@/lib/text/text";

type CardLinksProps = { embed: Embed; framed?: boolean; note?: ReactNode };

/** The embed's links, which lead outside Parley. `framed` ones look like buttons. Those without a valid URL aren't shown. */
export function CardLinks({ embed: { buttons = [], leads, head }, framed = false, note }: CardLinksProps) {
  return (
    <div className={clsx("flex min-w-0 flex-wrap items-center", framed ? "gap-1.5" : "gap-x-3 @md:ms-auto")}>
      {buttons.map(
        ({ label, url }, index) =>
          safeHref(url) && (
            <a
              // biome-ignore lint/suspicious/noArrayIndexKey: an embed is replaced as a whole; its buttons never move.
              key={index}
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className={
                framed
                  ? buttonStyle("secondary", "small", "max-w-full no-underline")
                  : "-my-0.75 inline-flex min-h-6 min-w-0 max-w-full items-center gap-1 rounded-md font-medium text-accent text-sm underline-offset-2 hover:underline pointer-coarse:min-h-11"
              }
            >
              <span dir="auto" className="truncate">
                {withSigns(cleanText(label))}
              </span>
              <LeadsTo destination={(leads ?? head?.leads)?.buttons?.[index]} />
              {framed && <SquareArrowOutUpRight aria-hidden="true" className="size-3.5 shrink-0 text-text-muted" />}
            </a>
          ),
      )}
      {note && <span className="text-text-muted text-xs">{note}</span>}
    </div>
  );
}
