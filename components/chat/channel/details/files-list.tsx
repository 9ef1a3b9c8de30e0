"use client";

import { FileItem } from "@/components/chat/message/attachment/file-item";
import { Button } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/display/empty-state";
import { Paperclip } from "@/components/ui/icons/more-icons";
import { useLivePages } from "@/components/ui/lists/use-pages";
import { ask, useData } from "@/lib/browser/data";
import { request } from "@/lib/browser/request";
import type { ChannelFilesDto } from "@/lib/files/uploads/dto";
import { paths } from "@/lib/text/paths";
import { NotLoaded, RowsSkeleton } from "./loading";

const FAILED = "Couldn't load more files. Check your connection and try again.";

/** The channel's files, live, latest first, each with its sender, date, message link and download. */
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
  } = useLivePages(latest, async (before) => {
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
