"use client";

import type { AttachmentDto } from "@/lib/uploads/dto";

/** Plays a video or sound where it is. Nothing is loaded but its length until someone plays it. */
export function FilePlayer({ file, name }: { file: AttachmentDto; name: string }) {
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
