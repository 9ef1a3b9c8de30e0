import { SquareArrowOutUpRight } from "lucide-react";
import { Destination } from "@/components/message/markdown/outside-link";
import { buttonStyle } from "@/components/ui/button-style";
import type { EmbedButton } from "@/lib/messages/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import { safeHref } from "@/lib/messages/markdown/safe-href";

/** A sender's buttons: each leads out of Parley. One that leads nowhere isn't shown, since it couldn't be pressed. */
export function EmbedButtons({ buttons }: { buttons: readonly EmbedButton[] }) {
  return (
    <div className="flex flex-wrap gap-1.5">
      {buttons.map(
        ({ label, url }, place) =>
          safeHref(url) && (
            <a
              // biome-ignore lint/suspicious/noArrayIndexKey: an embed is replaced as a whole; its buttons never move.
              key={place}
              href={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className={buttonStyle("secondary", "small", "max-w-full no-underline")}
            >
              <span dir="auto" className="truncate">
                {cleanText(label)}
              </span>
              <Destination href={url} says={label} />
              <SquareArrowOutUpRight aria-hidden="true" className="size-3.5 shrink-0 text-text-muted" />
            </a>
          ),
      )}
    </div>
  );
}
