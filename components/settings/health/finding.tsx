import { clsx } from "clsx";
import type { FormAction } from "@/components/ui/forms/form-action";
import { BellRing, Clock, Search, TriangleAlert } from "@/components/ui/icons/icons";
import {
  Archive,
  CircleCheck,
  CircleHelp,
  CircleMinus,
  Database,
  HardDrive,
  Mail,
  MessageCircle,
  Server,
  Webhook,
} from "@/components/ui/icons/more-icons";
import { Time } from "@/components/ui/time/time";
import type { HealthFinding, HealthPart, HealthState } from "@/lib/operation/health/dto";
import { HealthButton } from "./health-button";

/** What can be done on the page. */
export type HealthActions = { backUpNow: FormAction; sendTestMail: FormAction };

const parts = {
  parley: { title: "Parley", Icon: MessageCircle },
  database: { title: "Database", Icon: Database },
  search: { title: "Search", Icon: Search },
  deferred: { title: "After posts", Icon: Clock },
  disk: { title: "Disk", Icon: HardDrive },
  backups: { title: "Backups", Icon: Archive },
  mail: { title: "Email", Icon: Mail },
  push: { title: "Push notifications", Icon: BellRing },
  tools: { title: "Tools", Icon: Webhook },
  instances: { title: "Instances", Icon: Server },
} as const;

const states: Record<HealthState, { word: string; Icon: typeof CircleCheck; style: string }> = {
  ok: { word: "OK", Icon: CircleCheck, style: "text-success" },
  attention: { word: "Needs attention", Icon: TriangleAlert, style: "text-warning" },
  off: { word: "Off", Icon: CircleMinus, style: "text-text-muted" },
  unreadable: { word: "Unknown", Icon: CircleHelp, style: "text-text-muted" },
};

type FindingProps = { part: HealthPart; finding: HealthFinding; actions: HealthActions };

/** One part of the install: its state in an icon and a word, what was found, and what to do. */
export function Finding({ part, finding: { state, summary, facts, advice }, actions }: FindingProps) {
  const { title, Icon } = parts[part];
  const { word, Icon: StateIcon, style } = states[state];
  return (
    <li
      aria-label={title}
      className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 px-4 py-3.5 text-sm lg:grid-cols-[11rem_1fr_auto]"
    >
      <h2 className="flex items-center gap-2 self-start font-medium">
        <Icon aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
        {title}
      </h2>
      <p className={clsx("flex items-center gap-1.5 self-start font-medium lg:order-last", style)}>
        <StateIcon aria-hidden="true" className="size-4 shrink-0" />
        {word}
      </p>
      <div className="col-span-full flex min-w-0 flex-col gap-2 lg:col-span-1 lg:col-start-2">
        <p>
          {summary}
          {advice && <span className="text-text-muted"> {advice}</span>}
        </p>
        {facts.length > 0 && (
          <dl className="flex flex-wrap gap-x-5 gap-y-1 text-text-muted">
            {facts.map((fact) => (
              <div key={fact.label} className="flex min-w-0 flex-wrap gap-x-1.5">
                <dt className="min-w-0 break-words">{fact.label}:</dt>
                <dd className="min-w-0 break-words text-text tabular-nums">
                  {"at" in fact ? <Time at={fact.at} format="relative" className="min-w-0!" /> : fact.text}
                </dd>
              </div>
            ))}
          </dl>
        )}
        {part === "backups" && (
          <HealthButton act={actions.backUpNow} done="Backup started. This page shows how it ends.">
            Back up now
          </HealthButton>
        )}
        {part === "mail" && state !== "off" && (
          <HealthButton act={actions.sendTestMail} done="Test email sent. Check your inbox.">
            Send a test email to me
          </HealthButton>
        )}
      </div>
    </li>
  );
}
