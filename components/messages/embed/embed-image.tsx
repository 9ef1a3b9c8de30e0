"use client";

import { clsx } from "clsx";
import { ImageOff } from "lucide-react";
import { RemoteImage } from "@/components/ui/remote-image";
import { useBrokenImage } from "@/components/ui/use-broken-image";
import { OutsideLink } from "../outside-link";

/** The large image below an embed. Its place is kept before it arrives, so that nothing jumps. */
export function EmbedImage({ url, alt }: { url: string; alt: string }) {
  const { broken, imageProps } = useBrokenImage(url);
  if (broken) return <MissingImage url={url} />;
  return (
    <OutsideLink
      image
      href={url}
      className="block aspect-2/1 max-h-80 w-full overflow-hidden rounded-lg bg-surface-sunken"
    >
      <RemoteImage {...imageProps} key={url} src={url} alt={alt} className="size-full object-contain" />
    </OutsideLink>
  );
}

/** The small picture at an embed's top right. */
export function EmbedThumbnail({ url, alt }: { url: string; alt: string }) {
  const { broken, imageProps } = useBrokenImage(url);
  return (
    <OutsideLink
      image
      href={url}
      className={clsx(
        "block size-14 shrink-0 overflow-hidden rounded-lg bg-surface-sunken @sm:size-20",
        broken && "text-text-muted",
      )}
    >
      {broken ? (
        <span title="The image can't be shown" className="flex size-full items-center justify-center">
          <ImageOff aria-hidden="true" className="size-4" />
          <span className="sr-only">{alt}</span>
        </span>
      ) : (
        <RemoteImage {...imageProps} key={url} src={url} alt={alt} className="size-full object-cover" />
      )}
    </OutsideLink>
  );
}

/** A 16 or 20 px picture beside a name; when it doesn't load, the name stands alone. */
export function EmbedIcon({ url, className }: { url: string | undefined; className?: string }) {
  const { broken, imageProps } = useBrokenImage(url);
  if (broken) return null;
  return (
    <RemoteImage
      {...imageProps}
      key={url}
      src={url}
      alt=""
      className={clsx("shrink-0 rounded-full bg-surface-sunken object-cover", className)}
    />
  );
}

function MissingImage({ url }: { url: string }) {
  return (
    <OutsideLink image href={url} className="inline-flex items-center gap-1.5 text-sm text-text-muted">
      <ImageOff aria-hidden="true" className="size-4" />
      Open the image
    </OutsideLink>
  );
}
