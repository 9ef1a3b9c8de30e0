import {
  Download,
  File,
  FileArchive,
  FileCode,
  FileHeadphone,
  FileImage,
  FilePlay,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
} from "lucide-react";
import { buttonStyle } from "@/components/ui/button-style";
import type { AttachmentDto } from "@/lib/uploads/dto";
import { cleanText } from "../clean-text";
import { type FileKind, fileKind } from "./file-kind";
import { formatSize } from "./format-size";
import { nameParts } from "./name-parts";

const icons: Record<FileKind, LucideIcon> = {
  image: FileImage,
  text: FileText,
  table: FileSpreadsheet,
  code: FileCode,
  archive: FileArchive,
  sound: FileHeadphone,
  video: FilePlay,
  other: File,
};

/** A file that isn't shown itself: what it is, how large, and where to get it. */
export function FileRow({ file }: { file: AttachmentDto }) {
  const name = cleanText(file.name);
  const [start, end] = nameParts(name);
  const Icon = icons[fileKind(name)];
  return (
    <li className="flex max-w-[420px] items-center gap-3 rounded-xl border border-border bg-surface-raised py-2 ps-3 pe-2">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-text-muted" />
      <div className="min-w-0 flex-1">
        <p title={name} className="flex whitespace-pre font-medium text-sm">
          <span className="sr-only">{name}</span>
          <span aria-hidden="true" className="overflow-hidden text-ellipsis">
            {start}
          </span>
          <span aria-hidden="true">{end}</span>
        </p>
        <p className="text-text-muted text-xs tabular-nums">{formatSize(file.size)}</p>
      </div>
      <a href={file.url} download={name} aria-label={`Download ${name}`} className={buttonStyle("ghost", "small")}>
        <Download aria-hidden="true" className="size-4" />
        <span className="max-sm:hidden">Download</span>
      </a>
    </li>
  );
}
