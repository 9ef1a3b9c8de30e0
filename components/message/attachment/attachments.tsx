"use client";

import { useCallback, useState } from "react";
import type { AttachmentDto } from "@/lib/uploads/dto";
import { FileRow } from "./file-row";
import { ImageGallery } from "./image-gallery";
import { isImage } from "./layout";

/** A message's files: images as such, everything else, and images that can't be shown, as rows to download. */
export function Attachments({ attachments }: { attachments: readonly AttachmentDto[] }) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const onBroken = useCallback((id: string) => setBroken((known) => [...known, id]), []);
  const images = attachments.filter(isImage).filter(({ id }) => !broken.includes(id));
  const files = attachments.filter((file) => !images.some(({ id }) => id === file.id));
  return (
    <div className="flex flex-col gap-(--message-part)">
      {images.length > 0 && <ImageGallery images={images} onBroken={onBroken} />}
      {files.length > 0 && (
        <ul aria-label="Files" className="flex flex-col gap-(--message-part)">
          {files.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </ul>
      )}
    </div>
  );
}
