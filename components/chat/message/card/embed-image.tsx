"use client";

import { clsx } from "clsx";
import { OutsideLink, toOpen } from "@/components/chat/message/markdown/outside-link";
import { RemoteImage } from "@/components/ui/display/remote-image";
import { useBrokenImage } from "@/components/ui/hooks/use-broken-image";
import { ImageOff } from "@/components/ui/icons/icons";
import type { EmbedImageDto } from "@/lib/messages/dto";

type EmbedImageProps = { image: EmbedImageDto; alt: string };

/** An embed's large image. Its space is reserved while it loads; if it can't be loaded, one line says so. */
export function EmbedImage({ image: { url, proxy_url: src }, alt }: EmbedImageProps) {
  const { broken, imageProps } = useBrokenImage(src);
  if (broken) return <BrokenImage url={url} alt={alt} />;
  return (
    <OutsideLink
      image
      href={toOpen(url)}
      className="block aspect-2/1 max-h-80 w-full overflow-hidden rounded-lg bg-surface-sunken"
    >
      <RemoteImage {...imageProps} key={src} src={src} alt={alt} className="size-full object-contain" />
    </OutsideLink>
  );
}

function BrokenImage({ url, alt }: { url: string; alt: string }) {
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-sm text-text-muted">
      <ImageOff aria-hidden="true" className="size-4 shrink-0" />
      Image couldn't be loaded
      <span aria-hidden="true">·</span>
      <OutsideLink image href={toOpen(url)} className="font-medium text-accent">
        Open<span className="sr-only"> {alt}</span>
      </OutsideLink>
    </p>
  );
}

/** The small image at an embed's top right. */
export function EmbedThumbnail({ image: { url, proxy_url: src }, alt }: EmbedImageProps) {
  const { broken, imageProps } = useBrokenImage(src);
  return (
    <OutsideLink
      image
      href={toOpen(url)}
      className={clsx(
        "block size-14 shrink-0 overflow-hidden rounded-lg bg-surface-sunken",
        broken && "text-text-muted",
      )}
    >
      {broken ? (
        <span title="The image couldn't be loaded" className="flex size-full items-center justify-center">
          <ImageOff aria-hidden="true" className="size-4" />
          <span className="sr-only">{alt}</span>
        </span>
      ) : (
        <RemoteImage {...imageProps} key={src} src={src} alt={alt} className="size-full object-cover" />
      )}
    </OutsideLink>
  );
}

/** A 16 or 20 px icon beside a name, or its space if it can't be loaded: what is beside it stays in place. */
export function EmbedIcon({ of, className }: EmbedIconProps) {
  const src = of?.proxy_icon_url;
  const { broken, imageProps } = useBrokenImage(src);
  if (broken) return src === undefined ? null : <span className={className} />;
  return (
    <RemoteImage
      {...imageProps}
      key={src}
      src={src}
      alt=""
      className={clsx("shrink-0 rounded-full object-cover", className)}
    />
  );
}

type EmbedIconProps = { of: { proxy_icon_url?: string | undefined } | undefined; className: string };
