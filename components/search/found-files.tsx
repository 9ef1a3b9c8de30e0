"use client";

import { FileItem } from "@/components/chat/message/attachment/file-item";
import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { SelectField } from "@/components/ui/controls/select-field";
import { EmptyState } from "@/components/ui/display/empty-state";
import { Paperclip, SearchX } from "@/components/ui/icons/more-icons";
import { FilterField } from "@/components/ui/lists/filter-field";
import { useLivePages } from "@/components/ui/lists/use-pages";
import { useUrlFilter } from "@/components/ui/lists/use-url-filter";
import { useData } from "@/lib/browser/data";
import { request } from "@/lib/browser/request";
import { useMyChannels } from "@/lib/browser/sidebar";
import { channelTitle } from "@/lib/channels/dto";
import type { FoundFilesDto } from "@/lib/messages/files/dto";
import { paths, withParameters } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";

/** The filters of the list, as in its URL. Empty values don't filter. */
type Filter = { kind: string; channel: string; q: string };

const kinds = [
  { value: "", label: "All kinds" },
  { value: "image", label: "Images" },
  { value: "video", label: "Videos" },
  { value: "audio", label: "Sounds" },
  { value: "pdf", label: "PDFs" },
  { value: "text", label: "Texts and code" },
  { value: "other", label: "Other files" },
];

const FAILED = "Couldn't load more files. Check your connection and try again.";

/** The files of all channels with filters, the latest first and live. */
export function FoundFiles({ filter, first }: { filter: Filter; first: FoundFilesDto }) {
  const [shown, narrow] = useUrlFilter(filter, (next) => withParameters(paths.allFiles, next));
  const channels = useMyChannels().map((each) => ({ value: each.id, label: cleanText(channelTitle(each)) }));
  return (
    <>
      <search aria-label="Find files" className="grid grid-cols-2 gap-3 sm:grid-cols-[2fr_1fr_1fr]">
        <FilterField
          label="Search"
          className="max-sm:col-span-2"
          placeholder="File name or sender"
          value={shown.q}
          change={(q) => narrow({ q })}
        />
        <SelectField
          label="Kind"
          options={kinds}
          value={shown.kind}
          onChange={(event) => narrow({ kind: event.target.value })}
        />
        <SelectField
          label="Channel"
          options={[{ value: "", label: "All channels" }, ...channels]}
          value={shown.channel}
          onChange={(event) => narrow({ channel: event.target.value })}
        />
      </search>
      <Found key={JSON.stringify(filter)} filter={filter} first={first} />
    </>
  );
}

function Found({ filter, first }: { filter: Filter; first: FoundFilesDto }) {
  const address = withParameters(paths.api.allFiles, filter);
  const live = useData<FoundFilesDto>(address, { rendered: first, current: true }).data ?? first;
  const { items, more, busy } = useLivePages(live, async (before) => {
    const answer = await request<FoundFilesDto>(withParameters(paths.api.allFiles, { ...filter, before }));
    return answer.ok ? answer : { ok: false, error: answer.error ?? FAILED };
  });
  if (items.length === 0) {
    return Object.values(filter).some(Boolean) ? (
      <EmptyState
        icon={<SearchX />}
        title="No file matches"
        action={
          <Link href={paths.allFiles} className={buttonStyle("secondary")}>
            Clear filters
          </Link>
        }
      >
        Try part of the name, or another kind or channel.
      </EmptyState>
    ) : (
      <EmptyState icon={<Paperclip />} title="No files yet">
        Files posted in your channels appear here. Drop one on a channel to share it.
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label="Files" className="divide-y overflow-hidden rounded-xl border">
        {items.map((file) => (
          <FileItem key={file.id} channelId={file.channel.id} file={file} place={channelTitle(file.channel)} />
        ))}
      </ul>
      {more && (
        <Button busy={busy} onClick={more} className="self-center">
          Show more
        </Button>
      )}
    </>
  );
}
