import { Download, X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { buttonStyle } from "@/components/ui/button-style";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import { formatSize } from "./format-size";
import type { ImageAttachment } from "./layout";

type LightboxBarProps = { image: ImageAttachment; place: number; count: number };

/** Above an image in the lightbox: its name, which of how many it is, and how to have it whole. */
export function LightboxBar({ image, place, count }: LightboxBarProps) {
  const name = cleanText(image.name);
  return (
    <header className="flex items-center gap-1 py-2 ps-4 pe-2">
      <div className="me-auto min-w-0">
        <Radix.Title title={name} className="truncate font-semibold text-base">
          {name}
        </Radix.Title>
        <p aria-live="polite" className="text-text-muted text-xs tabular-nums">
          {count > 1 && `${place + 1} of ${count} · `}
          {image.width} × {image.height} · {formatSize(image.size)}
        </p>
      </div>
      <a href={image.url} download={name} aria-label="Download original" className={buttonStyle("ghost", "small")}>
        <Download aria-hidden="true" className="size-4" />
        <span className="max-sm:hidden">Download original</span>
      </a>
      <Radix.Close
        aria-label="Close"
        className="inline-flex target items-center justify-center rounded-md text-text-muted transition-colors hover:bg-surface-hover hover:text-text"
      >
        <X aria-hidden="true" className="size-4" />
      </Radix.Close>
    </header>
  );
}
