import { clsx } from "clsx";
import { FolderOpen, Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { formatSize } from "@/components/message/attachment/format-size";
import { Avatar } from "@/components/ui/avatar";
import { EmptyState } from "@/components/ui/empty-state";
import type { FileUsageDto } from "@/lib/uploads/dto";

/** Disk space used by uploads, in total and by person, largest first. */
export function FileUsage({ usage }: { usage: FileUsageDto }) {
  const { used, files, limit, personLimit, webhooks, people, more } = usage;
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
          {filesText(files)} (duplicates counted once). Space is freed soon after the last message using a file is
          deleted.
        </p>
      </section>
      <section aria-labelledby="files-by-owner">
        <h2 id="files-by-owner" className="mb-2 font-medium text-sm text-text-muted">
          {personLimit === null ? "Usage by person" : `Usage by person (limit ${formatSize(personLimit)} each)`}
        </h2>
        <ul aria-labelledby="files-by-owner" className="divide-y rounded-xl border">
          {people.map((person) => (
            <Row
              key={person.id}
              mark={<Avatar name={person.name} seed={person.id} src={person.avatarUrl} />}
              name={person.name}
              used={person.used}
              files={person.files}
              limit={personLimit}
            />
          ))}
          {webhooks.files > 0 && (
            <Row
              mark={
                <span className="flex size-9 items-center justify-center rounded-lg bg-surface-sunken text-text-muted">
                  <Webhook aria-hidden="true" className="size-5" />
                </span>
              }
              name="All webhooks"
              used={webhooks.used}
              files={webhooks.files}
              limit={null}
            />
          )}
        </ul>
        {more > 0 && (
          <p className="mt-2 text-sm text-text-muted">
            {more === 1 ? "1 other person uses" : `${more.toLocaleString("en-US")} other people use`} less than these.
          </p>
        )}
      </section>
    </>
  );
}

type RowProps = { mark: ReactNode; name: string; used: number; files: number; limit: number | null };

function Row({ mark, name, used, files, limit }: RowProps) {
  return (
    <li className="flex min-h-15 items-center gap-3 px-4 py-2.5">
      {mark}
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-sm">{name}</p>
        <p className="text-sm text-text-muted">{filesText(files)}</p>
      </div>
      <div className="w-28 shrink-0 sm:w-40">
        <p className="mb-1 text-end text-sm tabular-nums">
          {formatSize(used)}
          {limit !== null && isNearlyFull(used, limit) && <span className="text-text-muted">, nearly full</span>}
        </p>
        {limit !== null && <Bar used={used} limit={limit} />}
      </div>
    </li>
  );
}

/** A usage bar. Decorative, because the text beside it says the same. */
function Bar({ used, limit }: { used: number; limit: number }) {
  const share = Math.min(100, (used / limit) * 100);
  return (
    <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-surface-selected">
      <div
        style={{ width: `${share}%` }}
        className={clsx("h-full rounded-full", isNearlyFull(used, limit) ? "bg-warning" : "bg-accent")}
      />
    </div>
  );
}

/** Returns "1 file" or "1,204 files". */
function filesText(files: number): string {
  return files === 1 ? "1 file" : `${files.toLocaleString("en-US")} files`;
}

/** Returns "1.4 GiB" or "1.4 GiB of 50 GiB". */
function roomText(used: number, limit: number | null): string {
  return limit === null ? formatSize(used) : `${formatSize(used)} of ${formatSize(limit)}`;
}

/** Returns whether at least 90 percent is used. */
function isNearlyFull(used: number, limit: number): boolean {
  return used >= limit * 0.9;
}
