"use client";

import { useEffect } from "react";
import { RemoteImage } from "@/components/ui/display/remote-image";
import { useBrokenImage } from "@/components/ui/hooks/use-broken-image";
import type { AttachmentDto } from "@/lib/files/uploads/dto";

type FilePlayerProps = {
  file: AttachmentDto;
  name: string;
  /** Called if a PDF can't be shown. */
  onBroken: () => void;
};

/**
 * Plays a video or sound where it is, or shows a PDF's first page. Nothing is loaded of a video or sound but its length
 * until someone plays it.
 */
export function FilePlayer({ file, name, onBroken }: FilePlayerProps) {
  if (file.shown) return <FirstPage file={file} name={name} src={file.shown.preview} onBroken={onBroken} />;
  if (file.contentType.startsWith("audio/")) {
    return (
      <div className="flex h-full items-center px-3">
        {/* biome-ignore lint/a11y/useMediaCaption: people upload sounds without captions. */}
        <audio controls preload="metadata" src={file.url} aria-label={name} className="w-full" />
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: people upload videos without captions.
    <video
      controls
      playsInline
      preload="metadata"
      src={file.url}
      aria-label={name}
      className="size-full rounded-t-xl bg-black object-contain"
    />
  );
}

/** A PDF's first page, from its top, as wide as its frame. It links to the file. */
function FirstPage({ file, name, src, onBroken }: FilePlayerProps & { src: string }) {
  const { broken, imageProps } = useBrokenImage(src);
  useEffect(() => {
    if (broken) onBroken();
  }, [broken, onBroken]);
  return (
    <a
      href={file.url}
      download={name}
      className="block size-full overflow-hidden rounded-t-xl border-border border-b bg-white"
    >
      <RemoteImage {...imageProps} src={src} alt={`First page of ${name}`} className="w-full" />
    </a>
  );
}
