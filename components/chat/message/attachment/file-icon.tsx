import type { IconComponent } from "@/components/ui/icons/icons";
import {
  File,
  FileArchive,
  FileCode,
  FileHeadphone,
  FileImage,
  FilePlay,
  FileSpreadsheet,
  FileText,
} from "@/components/ui/icons/more-icons";

const icons: Record<FileKind, IconComponent> = {
  image: FileImage,
  text: FileText,
  table: FileSpreadsheet,
  code: FileCode,
  archive: FileArchive,
  sound: FileHeadphone,
  video: FilePlay,
  other: File,
};

/** An icon for the kind of file with this name. */
export function FileIcon({ name }: { name: string }) {
  const Icon = icons[fileKind(name)];
  return <Icon aria-hidden="true" className="size-5 shrink-0 text-text-muted" />;
}

/** The likely kind of a file, by its extension. */
type FileKind = "image" | "text" | "table" | "code" | "archive" | "sound" | "video" | "other";

const EXTENSIONS: Record<Exclude<FileKind, "other">, string> = {
  image: "png jpg jpeg gif webp avif svg bmp tif tiff heic ico",
  text: "txt md pdf doc docx odt rtf log pages tex",
  table: "csv tsv xls xlsx ods numbers",
  code: "js ts jsx tsx json yml yaml toml xml html css py rb go rs java kt c h cpp cs php sh sql diff patch",
  archive: "zip gz tgz tar bz2 xz zst 7z rar jar",
  sound: "mp3 wav ogg flac m4a aac opus",
  video: "mp4 mov webm mkv avi",
};

const kinds = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, all]) => all.split(" ").map((extension) => [extension, kind as FileKind])),
);

/** Returns the kind of a file by its name. */
export function fileKind(name: string): FileKind {
  const dot = name.lastIndexOf(".");
  return kinds.get(name.slice(dot + 1).toLowerCase()) ?? "other";
}
