import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/controls/link";
import { Avatar } from "@/components/ui/display/avatar";
import { EmptyState } from "@/components/ui/display/empty-state";
import { Hash, Lock } from "@/components/ui/icons/icons";
import { FolderOpen, Webhook } from "@/components/ui/icons/more-icons";
import { Cell, type Column, type ListOrder, Row, RowHeader, Table } from "@/components/ui/lists/table";
import { Time } from "@/components/ui/time/time";
import type { ChannelUsageDto, FileUsageDto, LargeFileDto } from "@/lib/files/uploads/dto";
import { paths, withParameters } from "@/lib/text/paths";
import { counted, sizeText } from "@/lib/text/size-text";
import { workspacePaths } from "@/lib/text/workspace-paths";

type FileUsageProps = {
  usage: FileUsageDto;
  channels: ChannelUsageDto;
  largest: readonly LargeFileDto[];
  /** How the people are sorted. */
  view: ListOrder;
};

/** Disk space used by uploads, in total, by person and by channel, and the largest files. */
export function FileUsage({ usage, channels, largest, view }: FileUsageProps) {
  const { used, files, payloads, limit, personLimit, webhooks, people, more } = usage;
  if (files === 0) {
    return (
      <EmptyState icon={<FolderOpen />} title="No files yet">
        Files uploaded by people and webhooks, and the space they use, will appear here.
      </EmptyState>
    );
  }
  return (
    <>
      <section aria-labelledby="all-files" className="flex flex-col gap-2">
        <h2 id="all-files" className="font-medium text-sm text-text-muted">
          Total
        </h2>
        <p className="font-semibold text-2xl tabular-nums">{roomText(used, limit)}</p>
        {limit !== null && <Bar used={used} limit={limit} />}
        <p className="text-sm text-text-muted">
          {counted(files, "file", "files")} (duplicates counted once)
          {payloads > 0 && `, and about ${sizeText(payloads)} of payloads in delivery logs`}. Space is freed soon after
          the last message using a file is deleted.
        </p>
      </section>
      <section aria-labelledby="files-by-owner">
        <h2 id="files-by-owner" className="mb-2 font-medium text-sm text-text-muted">
          {personLimit === null ? "Usage by person" : `Usage by person (limit ${sizeText(personLimit)} each)`}
        </h2>
        <Table
          label="Usage by person"
          columns={usageColumns}
          sorting={{ by: view, hrefOf: (order) => withParameters(workspacePaths.files, order) }}
        >
          {sortedPeople(people, view).map((person) => (
            <UsageRow
              key={person.id}
              mark={<Avatar name={person.name} seed={person.id} src={person.avatarUrl} size={32} />}
              name={person.name}
              used={person.used}
              files={person.files}
              limit={personLimit}
            />
          ))}
          {webhooks.files > 0 && (
            <UsageRow
              mark={<Mark Icon={Webhook} />}
              name="All webhooks"
              used={webhooks.used}
              files={webhooks.files}
              limit={null}
            />
          )}
        </Table>
        {more > 0 && (
          <p className="mt-2 text-sm text-text-muted">
            {more === 1 ? "1 other person uses" : `${more.toLocaleString("en-US")} other people use`} less than these.
          </p>
        )}
      </section>
      <UsageByChannel usage={channels} />
      {largest.length > 0 && (
        <section aria-labelledby="largest-files">
          <h2 id="largest-files" className="mb-2 font-medium text-sm text-text-muted">
            Largest files
          </h2>
          <Table label="Largest files" columns={largestColumns}>
            {largest.map((file) => (
              <LargeFile key={file.id} file={file} />
            ))}
          </Table>
        </section>
      )}
    </>
  );
}

const usageColumns: Column[] = [
  { label: "Person", sort: "name" },
  { label: "Files", sort: "files", descends: true, className: "lg:w-32" },
  { label: "Used", sort: "", descends: true, className: "lg:w-56" },
];

function sortedPeople(people: FileUsageDto["people"], { sort, order }: ListOrder): FileUsageDto["people"] {
  const sorted = people.toSorted((one, other) => {
    if (sort === "name") return one.name.localeCompare(other.name, "en");
    return sort === "files" ? other.files - one.files : other.used - one.used;
  });
  return order === "reversed" ? sorted.reverse() : sorted;
}

type UsageRowProps = { mark: ReactNode; name: ReactNode; used: number; files: number; limit: number | null };

function UsageRow({ mark, name, used, files, limit }: UsageRowProps) {
  return (
    <Row>
      <RowHeader>
        <span className="flex items-center gap-3">
          {mark}
          <span className="min-w-0 break-words font-medium">{name}</span>
        </span>
      </RowHeader>
      <Cell className="text-text-muted tabular-nums max-lg:ps-11">{counted(files, "file", "files")}</Cell>
      <Cell className="tabular-nums max-lg:ms-auto">
        {sizeText(used)}
        {limit !== null && isNearlyFull(used, limit) && <span className="text-text-muted">, nearly full</span>}
        {limit !== null && <Bar used={used} limit={limit} />}
      </Cell>
    </Row>
  );
}

const channelColumns: Column[] = [
  { label: "Channel" },
  { label: "Files", className: "lg:w-32" },
  { label: "Used", className: "lg:w-56" },
];

function UsageByChannel({ usage: { channels, more, hidden } }: { usage: ChannelUsageDto }) {
  if (channels.length + more.files + hidden.files === 0) return null;
  return (
    <section aria-labelledby="files-by-channel" className="flex flex-col gap-2">
      <div>
        <h2 id="files-by-channel" className="font-medium text-sm text-text-muted">
          Usage by channel
        </h2>
        <p className="text-sm text-text-muted">A file in several messages counts in each, so the sum can be larger.</p>
      </div>
      <Table label="Usage by channel" columns={channelColumns}>
        {channels.map(({ id, name, isPrivate, used, files }) => (
          <UsageRow
            key={id}
            mark={<Mark Icon={isPrivate ? Lock : Hash} />}
            name={
              <Link
                href={paths.details(id, "files")}
                className="rounded-md text-accent underline-offset-2 hover:underline"
              >
                {name}
              </Link>
            }
            used={used}
            files={files}
            limit={null}
          />
        ))}
        {more.files > 0 && <UsageRow mark={<Mark Icon={Hash} />} name="Other channels" {...more} limit={null} />}
        {hidden.files > 0 && (
          <UsageRow
            mark={<Mark Icon={Lock} />}
            name="Direct messages, and private channels you aren't in"
            {...hidden}
            limit={null}
          />
        )}
      </Table>
    </section>
  );
}

function Mark({ Icon }: { Icon: typeof Hash }) {
  return (
    <span className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-surface-sunken text-text-muted">
      <Icon aria-hidden="true" className="size-4.5" />
    </span>
  );
}

const largestColumns: Column[] = [
  { label: "File" },
  { label: "Size", className: "lg:w-24" },
  { label: "Posted by", className: "lg:w-40" },
  { label: "Channel", className: "lg:w-40" },
  { label: "Posted", className: "lg:w-32" },
];

function LargeFile({ file: { size, by, createdAt, shown } }: { file: LargeFileDto }) {
  return (
    <Row>
      <RowHeader>
        {shown ? (
          <a href={shown.url} className="break-words rounded-md text-accent underline-offset-2 hover:underline">
            {shown.name}
          </a>
        ) : (
          <span className="text-text-muted">A file in a channel you aren't in</span>
        )}
      </RowHeader>
      <Cell className="tabular-nums">{sizeText(size)}</Cell>
      <Cell label="by" className="break-words">
        {by ?? "A webhook"}
      </Cell>
      <Cell className="break-words text-text-muted">
        {shown && (shown.channelName === null ? "Direct message" : `#${shown.channelName}`)}
      </Cell>
      <Cell className="text-text-muted">
        <Time at={createdAt} format="relative" className="min-w-0!" />
      </Cell>
    </Row>
  );
}

/** A usage bar. Decorative, because the text beside it says the same. */
function Bar({ used, limit }: { used: number; limit: number }) {
  const share = Math.min(100, (used / limit) * 100);
  return (
    <div aria-hidden="true" className="mt-1 h-1.5 min-w-28 overflow-hidden rounded-full bg-surface-selected">
      <div
        style={{ width: `${share}%` }}
        className={clsx("h-full rounded-full", isNearlyFull(used, limit) ? "bg-warning" : "bg-accent")}
      />
    </div>
  );
}

/** Returns "1.4 GiB" or "1.4 GiB of 50 GiB". */
function roomText(used: number, limit: number | null): string {
  return limit === null ? sizeText(used) : `${sizeText(used)} of ${sizeText(limit)}`;
}

/** Returns whether at least 90 percent is used. */
function isNearlyFull(used: number, limit: number): boolean {
  return used >= limit * 0.9;
}
