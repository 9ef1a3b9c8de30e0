"use client";

import { useCallback, useState } from "react";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { Download } from "@/components/ui/icons/icons";
import { type AttachmentDto, TEXT_NAME } from "@/lib/files/uploads/dto";
import { sizeText } from "@/lib/text/size-text";
import { cleanText } from "@/lib/text/text";
import { FileName } from "./file-name";
import { ImageGallery } from "./image-gallery";
import { isImage } from "./layout";

// Few messages need file icons.
const FilePlayer = deferredPart(async () => (await import("./file-player")).FilePlayer);
const TextPreview = deferredPart(async () => (await import("./text-preview")).TextPreview);
const FileIcon = deferredPart(async () => (await import("./file-icon")).FileIcon);

/** A message's files: images as images, all other files as rows to download. */
export function Attachments({ attachments }: { attachments: readonly AttachmentDto[] }) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const onBroken = useCallback((id: string) => setBroken((known) => [...known, id]), []);
  const images = attachments.filter(isImage).filter(({ id }) => !broken.includes(id));
  const files = attachments.filter((file) => !images.some(({ id }) => id === file.id));
  return (
    <div className="flex flex-col gap-(--message-part)">
      {images.length > 0 && <ImageGallery images={images} onBroken={onBroken} />}
      {files.length > 0 && (
        <ul aria-label="Files" className="flex max-w-measure flex-col gap-(--message-part)">
          {files.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** A file's icon, name and size, with a download link. Videos and sounds play, a PDF shows its first page, and texts show their start. */
function FileRow({ file }: { file: AttachmentDto }) {
  const [open, setOpen] = useState(false);
  const name = cleanText(file.name);
  const [kind] = file.contentType.split("/");
  const [isBroken, setIsBroken] = useState(false);
  // Of an image that can't be loaded, nothing is shown here.
  const isPdf = file.shown !== null && kind === "application" && !isBroken;
  const isText = TEXT_NAME.test(name) && kind === "application";
  return (
    <li className="rounded-xl border border-border bg-surface-raised">
      {(kind === "video" || kind === "audio" || isPdf) && (
        // Its space is there before its code.
        <div className={kind === "audio" ? "h-16" : "aspect-video"}>
          <FilePlayer file={file} name={name} onBroken={() => setIsBroken(true)} />
        </div>
      )}
      {open && <TextPreview file={file} name={name} />}
      <div className="flex items-center gap-3 py-2 ps-3 pe-2">
        <span className="size-5 shrink-0">
          <FileIcon name={name} />
        </span>
        <div className="min-w-0 flex-1">
          <FileName name={name} />
          <p className="text-text-muted text-xs tabular-nums">{sizeText(file.size)}</p>
        </div>
        {isText && (
          <button
            type="button"
            aria-expanded={open}
            aria-label={`${open ? "Hide" : "Show"} ${name}`}
            onClick={() => setOpen(!open)}
            className={buttonStyle("ghost", "small")}
          >
            {open ? "Hide" : "Show"}
          </button>
        )}
        <a href={file.url} download={name} aria-label={`Download ${name}`} className={buttonStyle("ghost", "small")}>
          <Download aria-hidden="true" className="size-4" />
          <span className="max-sm:hidden">Download</span>
        </a>
      </div>
    </li>
  );
}
