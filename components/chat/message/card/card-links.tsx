import type { ReactNode } from "react";
import { LeadsTo } from "@/components/chat/message/markdown/outside-link";
import { withSigns } from "@/components/emoji/signs";
import type { Embed } from "@/lib/messages/dto";
import { safeHref } from "@/lib/messages/markdown/safe-href";
import { cleanText } from "@/lib/text/text";

/** The embed's links, which lead outside Parley. Those without a valid URL aren't shown. */
export function CardLinks({ embed: { buttons = [], leads, head }, note }: { embed: Embed; note?: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 @md:ms-auto">
      {buttons.map(
        ({ label, url }, index) =>
          safeHref(url) && (
            <a
              // biome-ignore lint/suspicious/noArrayIndexKey: an embed is replaced as a whole; its buttons never move.
              key={index}
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="-my-0.75 inline-flex min-h-6 min-w-0 max-w-full items-center gap-1 rounded-md font-medium text-accent underline-offset-2 hover:underline pointer-coarse:min-h-11"
            >
              <span dir="auto" className="truncate">
                {withSigns(cleanText(label))}
              </span>
              <LeadsTo destination={(leads ?? head?.leads)?.buttons?.[index]} />
            </a>
          ),
      )}
      {note && <span className="text-text-muted text-xs">{note}</span>}
    </div>
  );
}
