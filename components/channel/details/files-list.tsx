"use client";

import { FileIcon } from "@/components/message/attachment/file-icon";
import { FileName } from "@/components/message/attachment/file-name";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { EmptyState } from "@/components/ui/empty-state";
import { Download } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { Paperclip } from "@/components/ui/more-icons";
import { RemoteImage } from "@/components/ui/remote-image";
import { Time } from "@/components/ui/time";
import { usePages } from "@/components/ui/use-pages";
import { ask, useData } from "@/lib/browser/data";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/paths";
import { sizeText } from "@/lib/size-text";
import { cleanText } from "@/lib/text";
import type { ChannelFileDto, ChannelFilesDto } from "@/lib/uploads/dto";
import { NotLoaded, RowsSkeleton } from "./loading";

const FAILED = "Couldn't load more files. Check your connection and try again.";

/** The channel's files, latest first, each with its sender, date, message link and download. */
export function FilesList({ channelId }: { channelId: string }) {
  const address = paths.api.files(channelId, null);
  const { data, failure } = useData<ChannelFilesDto>(address);
  if (data !== null) return <Files channelId={channelId} latest={data} />;
  return failure ? <NotLoaded what="the files" onRetry={() => ask(address)} /> : <RowsSkeleton />;
}

function Files({ channelId, latest }: { channelId: string; latest: ChannelFilesDto }) {
  const {
    items: files,
    more,
    busy,
  } = usePages(latest, async (before) => {
    const answer = await request<ChannelFilesDto>(paths.api.files(channelId, before));
    return answer.ok ? answer : { ok: false, error: answer.error ?? FAILED };
  });
  if (files.length === 0) {
    return (
      <EmptyState icon={<Paperclip />} title="No files yet">
        Files posted in this channel appear here.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="py-2">
        {files.map((file) => (
          <FileItem key={file.id} channelId={channelId} file={file} />
        ))}
      </ul>
      {more && (
        <div className="flex justify-center pb-4">
          <Button size="small" busy={busy} onClick={more}>
            Load older
          </Button>
        </div>
      )}
    </>
  );
}

function FileItem({ channelId, file }: { channelId: string; file: ChannelFileDto }) {
  const name = cleanText(file.name);
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      <span className="flex size-10 shrink-0 items-center justify-center overflow-hidden rounded-md border border-border bg-surface-sunken">
        {file.shown ? (
          <RemoteImage src={file.shown.preview} alt="" className="size-full object-cover" />
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
          {cleanText(file.by)} · {sizeText(file.size)} · <Time at={file.createdAt} format="date" />
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
