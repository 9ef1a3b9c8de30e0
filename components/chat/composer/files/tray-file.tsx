import { FileIcon } from "@/components/chat/message/attachment/file-icon";
import { FileName } from "@/components/chat/message/attachment/file-name";
import { X } from "@/components/ui/icons/more-icons";
import { sizeText } from "@/lib/text/size-text";
import { cleanText } from "@/lib/text/text";

type TrayFileProps = {
  name: string;
  /** In bytes. */
  size: number;
  /** The URL of an image's thumbnail; null for other files. */
  image: string | null;
  /** Where the file is; without it the name is no link. */
  href?: string;
  onRemove: () => void;
};

/** A file that isn't sent yet, in a list: a thumbnail or an icon, its name and size, and a remove button. */
export function TrayFile({ name: given, size, image, href, onRemove }: TrayFileProps) {
  const name = cleanText(given);
  return (
    <li className="flex min-w-0 items-center gap-2 rounded-lg border border-border bg-surface p-1">
      {image === null ? (
        <span className="flex size-10 shrink-0 items-center justify-center rounded-md bg-surface-sunken">
          <FileIcon name={name} />
        </span>
      ) : (
        // biome-ignore lint/performance/noImgElement: only its uploader sees it.
        <img src={image} alt="" className="size-10 shrink-0 rounded-md bg-surface-sunken object-cover" />
      )}
      <div className="min-w-0 flex-1">
        {href === undefined ? (
          <FileName name={name} />
        ) : (
          <a href={href} download className="block hover:underline">
            <FileName name={name} />
          </a>
        )}
        <p className="text-text-muted text-xs tabular-nums">{sizeText(size)}</p>
      </div>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        className="inline-flex target shrink-0 items-center justify-center rounded-md text-text-muted transition-colors hover:bg-surface-hover hover:text-text"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  );
}
