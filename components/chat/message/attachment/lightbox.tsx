"use client";

import { Dialog as Radix } from "radix-ui";
import type { KeyboardEvent, ReactNode } from "react";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { ChevronLeft, ChevronRight, Download } from "@/components/ui/icons/icons";
import { X } from "@/components/ui/icons/more-icons";
import { Backdrop } from "@/components/ui/overlays/backdrop";
import { sizeText } from "@/lib/text/size-text";
import { cleanText } from "@/lib/text/text";
import type { ImageAttachment } from "./layout";
import { altOf } from "./layout";

/** An enlarged image over the page. Arrow keys and buttons move to the message's other images. */
export function Lightbox({ images, openId, onShow, onClosed }: LightboxProps) {
  const index = images.findIndex(({ id }) => id === openId);
  const image = images[index];
  const step = (by: number) => onShow(images[(index + by + images.length) % images.length]?.id ?? null);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (by === 0 || images.length < 2) return;
    event.preventDefault();
    step(by);
  };
  return (
    <Radix.Root open={image !== undefined} onOpenChange={(open) => !open && onShow(null)}>
      <Radix.Portal>
        <Backdrop />
        {image && (
          <Radix.Content
            aria-describedby={undefined}
            onKeyDown={onKeyDown}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              onClosed();
            }}
            className="fixed inset-2 z-40 flex animate-appear flex-col rounded-xl bg-surface-raised text-text shadow-float sm:inset-6"
          >
            <LightboxBar image={image} index={index} count={images.length} />
            <div className="relative flex min-h-0 flex-1 items-center justify-center px-2 py-2 sm:px-14 sm:py-4">
              {/* biome-ignore lint/performance/noImgElement: it already has the size at which it is shown. */}
              <img
                key={image.shown.large}
                src={image.shown.large}
                alt={altOf(image)}
                width={image.width}
                height={image.height}
                className="h-auto max-h-full w-auto min-w-0 max-w-full rounded-md object-contain"
              />
              {images.length > 1 && (
                <>
                  <Step label="Previous image" side="start-2" icon={<ChevronLeft />} onClick={() => step(-1)} />
                  <Step label="Next image" side="end-2" icon={<ChevronRight />} onClick={() => step(1)} />
                </>
              )}
            </div>
          </Radix.Content>
        )}
      </Radix.Portal>
    </Radix.Root>
  );
}

// No tooltip: it would take the first Escape.
function Step({ label, side, icon, onClick }: { label: string; side: string; icon: ReactNode; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`absolute top-1/2 ${side} inline-flex target -translate-y-1/2 items-center justify-center rounded-full border border-border bg-surface-raised text-text shadow-float transition-colors hover:bg-surface-hover [&_svg]:size-5`}
    >
      {icon}
    </button>
  );
}

type LightboxProps = {
  images: readonly ImageAttachment[];
  /** The image shown; null if closed. */
  openId: string | null;
  /** Called with the image to show, or null to close. */
  onShow: (id: string | null) => void;
  /** Called after closing, to return the focus. */
  onClosed: () => void;
};

type LightboxBarProps = { image: ImageAttachment; index: number; count: number };

/** The lightbox's header: the image's name, its position and a download link. */
function LightboxBar({ image, index, count }: LightboxBarProps) {
  const name = cleanText(image.name);
  return (
    <header className="flex items-center gap-1 py-2 ps-4 pe-2">
      <div className="me-auto min-w-0">
        <Radix.Title title={name} className="truncate font-semibold text-base">
          {name}
        </Radix.Title>
        <p aria-live="polite" className="text-text-muted text-xs tabular-nums">
          {count > 1 && `${index + 1} of ${count} · `}
          {image.width} × {image.height} · {sizeText(image.size)}
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
