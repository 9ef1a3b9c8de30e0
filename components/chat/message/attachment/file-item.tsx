"use client";

import { FileIcon } from "@/components/chat/message/attachment/file-icon";
import { FileName } from "@/components/chat/message/attachment/file-name";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { RemoteImage } from "@/components/ui/display/remote-image";
import { useBrokenImage } from "@/components/ui/hooks/use-broken-image";
import { Download } from "@/components/ui/icons/icons";
import { Time } from "@/components/ui/time/time";
import type { ChannelFileDto } from "@/lib/files/uploads/dto";
import { paths } from "@/lib/text/paths";
import { sizeText } from "@/lib/text/size-text";
import { cleanText } from "@/lib/text/text";

type FileItemProps = { channelId: string; file: ChannelFileDto; place?: string };

/** A file in a list: its preview, sender, size and date, with links to its message and its download. */
export function FileItem({ channelId, file, place }: FileItemProps) {
  const name = cleanText(file.name);
  const preview = file.shown?.preview;
  const { broken, imageProps } = useBrokenImage(preview);
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      <span className="flex size-10 shrink-0 items-center justify-center overflow-hidden rounded-md border border-border bg-surface-sunken">
        {preview && !broken ? (
          <RemoteImage {...imageProps} src={preview} alt="" className="size-full object-cover object-top" />
        ) : (
          <FileIcon name={name} />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <Link
          href={paths.message(channelId, file.seq)}
          className="block rounded-sm underline-offset-4 hover:underline"
          title="Go to message"
        >
          <FileName name={name} />
        </Link>
        <p className="truncate text-text-muted text-xs tabular-nums">
          {cleanText(file.by)}
          {place && ` in ${cleanText(place)}`} · {sizeText(file.size)} · <Time at={file.createdAt} format="date" />
        </p>
      </div>
      <a
        href={file.url}
        download={name}
        aria-label={`Download ${name}`}
        className={buttonStyle("ghost", "small", "target")}
      >
        <Download aria-hidden="true" className="size-4" />
      </a>
    </li>
  );
}
