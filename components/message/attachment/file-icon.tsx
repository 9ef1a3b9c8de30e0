import {
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
import { type FileKind, fileKind } from "./file-kind";

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

/** What kind of file has this name, as a picture. */
export function FileIcon({ name }: { name: string }) {
  const Icon = icons[fileKind(name)];
  return <Icon aria-hidden="true" className="size-5 shrink-0 text-text-muted" />;
}
