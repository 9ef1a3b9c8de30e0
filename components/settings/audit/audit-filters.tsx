"use client";

import { useEffect, useRef } from "react";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { SelectField } from "@/components/ui/controls/select-field";
import { TextField } from "@/components/ui/controls/text-field";
import { Download } from "@/components/ui/icons/icons";
import { useUrlFilter } from "@/components/ui/lists/use-url-filter";
import type { AuditChoicesDto, AuditEntryDto } from "@/lib/audit/dto";
import { type AuditFilter, auditHref, exportHref, narrows } from "./audit-href";

/** Downloads all matching entries. */
export function ExportLink({ filter }: { filter: AuditFilter }) {
  return (
    <a href={exportHref(filter)} download className={buttonStyle("secondary", "small")}>
      <Download aria-hidden="true" className="size-4" />
      Export CSV
    </a>
  );
}

type AuditFiltersProps = { filter: AuditFilter; choices: AuditChoicesDto; webhookName: string | null };

const KINDS: Record<AuditEntryDto["kind"], string> = {
  webhooks: "Webhooks",
  channels: "Channels",
  members: "Members",
  messages: "Deleted messages",
  accounts: "Accounts and roles",
  invites: "Invites",
  "sign-ins": "Sign-ins",
  workspace: "Workspace",
};

const kinds = [
  { value: "", label: "Everything" },
  ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
];

const sorts = [
  { value: "", label: "Newest" },
  { value: "who", label: "Who" },
  { value: "what", label: "What" },
  { value: "network", label: "From" },
];

/** The filters of the log, and its order where the table has no headings. They're kept in the URL to share a view. */
export function AuditFilters({ filter, choices, webhookName }: AuditFiltersProps) {
  const [shown, narrow] = useUrlFilter(filter, auditHref);
  return (
    <search aria-label="Filter the audit log">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        <SelectField
          label="Show"
          className="max-sm:col-span-2"
          options={kinds}
          value={shown.kind}
          onChange={(event) => narrow({ kind: event.target.value })}
        />
        <SelectField
          label="Channel"
          options={[{ value: "", label: "All channels" }, ...choices.channels.map(channelOption)]}
          value={shown.channel}
          onChange={(event) => narrow({ channel: event.target.value })}
        />
        <SelectField
          label="Person"
          options={[{ value: "", label: "Everyone" }, ...choices.people.map(personOption)]}
          value={shown.person}
          onChange={(event) => narrow({ person: event.target.value })}
        />
        <DayField label="From" day={filter.from} narrow={(from) => narrow({ from })} />
        <DayField label="To" day={filter.to} narrow={(to) => narrow({ to })} />
        <SelectField
          label="Sort by"
          className="max-sm:col-span-2 lg:hidden"
          options={sorts}
          value={shown.sort}
          onChange={(event) => narrow({ sort: event.target.value, order: "" })}
        />
      </div>
      {narrows(shown) && (
        <p className="mt-3 flex flex-wrap items-center gap-x-3 text-sm text-text-muted">
          {shown.webhook && <span>Only webhook {webhookName ?? `with ID ${shown.webhook}`}</span>}
          <Link href={auditHref({})} className={buttonStyle("ghost", "small", "-mx-2.5")}>
            Clear filters
          </Link>
        </p>
      )}
    </search>
  );
}

function channelOption({ id, name }: { id: string; name: string }) {
  return { value: id, label: `#${name}` };
}

function personOption({ id, name }: { id: string; name: string }) {
  return { value: id, label: name };
}

type DayFieldProps = {
  label: string;
  /** "2026-11-20", or nothing. */
  day: string;
  narrow: (day: string) => void;
};

/** The browser's own date control. It is uncontrolled, because React would overwrite a date that is only half typed. */
function DayField({ label, day, narrow }: DayFieldProps) {
  const field = useRef<HTMLInputElement>(null);

  // "Clear filters" and the browser's back button change the day from outside.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = day;
  }, [day]);

  function change({ value, validity }: HTMLInputElement): void {
    // A half-typed date reports an empty value with bad input; typing the year 2026 passes through 0002, 0020 and 0202.
    const whole = value === "" ? !validity.badInput : value >= "2000";
    if (whole && value !== day) narrow(value);
  }

  return (
    <TextField ref={field} label={label} type="date" defaultValue={day} onChange={({ target }) => change(target)} />
  );
}
