"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Present } from "@/components/people/presence/presence";
import { ProfileButton } from "@/components/people/profile-button";
import { StatusMark } from "@/components/people/status-mark";
import { useOpenDirect } from "@/components/people/use-open-direct";
import { Button } from "@/components/ui/controls/button";
import { SelectField } from "@/components/ui/controls/select-field";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { Avatar } from "@/components/ui/display/avatar";
import { EmptyState } from "@/components/ui/display/empty-state";
import type { FormAction } from "@/components/ui/forms/form-action";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { SearchX } from "@/components/ui/icons/more-icons";
import { FilterField } from "@/components/ui/lists/filter-field";
import { Cell, type Column, Row, RowHeader, Table } from "@/components/ui/lists/table";
import { useFirstRows, useIsLive } from "@/components/ui/lists/use-first-rows";
import { useLivePages } from "@/components/ui/lists/use-pages";
import { useUrlFilter } from "@/components/ui/lists/use-url-filter";
import { toast } from "@/components/ui/overlays/toaster";
import { shortDate } from "@/components/ui/time/time-format";
import { useTimeZone } from "@/components/ui/time/time-zone";
import type { MeDto, PeopleCountsDto, PeoplePageDto, PersonDto } from "@/lib/people/dto";
import { paths, withParameters } from "@/lib/text/paths";
import { counted } from "@/lib/text/size-text";
import { cleanText } from "@/lib/text/text";
import type { KnownWebhooksDto, WebhookSecretDto } from "@/lib/webhooks/dto";
import { mayChange } from "./may-change";
import { type PersonActions, PersonMenu, type PersonMenuProps } from "./person-menu";

type PersonRowProps = PersonMenuProps & { isMe: boolean; tells: boolean };

const roleWords = { owner: "Owner", admin: "Admin", member: "Member" } as const;

/** A person, with a button to message them and a menu to manage their access. `tells`: as owners and admins see them. */
function PersonRow({ person, isMe, tells, may, ...actions }: PersonRowProps) {
  const zone = useTimeZone();
  return (
    <Row id={`person-${person.id}`}>
      {/* Leaves room for the buttons, which are beside it on narrow screens. */}
      <RowHeader className="max-lg:pe-32">
        <span className="flex items-center gap-3">
          <Present userId={person.id}>
            <Avatar
              name={person.name}
              seed={person.id}
              src={person.avatarUrl}
              size={32}
              className={person.deactivated || person.deleting ? "grayscale" : ""}
            />
          </Present>
          <span className="min-w-0 flex-1">
            <span className="flex min-w-0 items-center gap-2">
              <ProfileButton person={person} className="before:absolute before:inset-y-0 before:start-2 before:w-12" />
              <StatusMark userId={person.id} className="text-sm" />
              {isMe && <span className="text-text-muted text-xs">you</span>}
            </span>
            <span className="block truncate text-text-muted">{person.email}</span>
          </span>
        </span>
      </RowHeader>
      <Cell className="max-lg:ps-11">{roleWords[person.role]}</Cell>
      <Cell label="Joined" className="text-text-muted tabular-nums">
        {shortDate(new Date(person.createdAt), zone)}
      </Cell>
      {tells && (
        <>
          <Cell label="Last active" className="text-text-muted tabular-nums max-lg:ps-11">
            {person.lastActiveOn ? shortDate(new Date(`${person.lastActiveOn}T12:00:00Z`), "UTC") : "Unknown"}
          </Cell>
          <Cell label="Two-step" className={person.hasTwoStep ? "" : "text-text-muted"}>
            {person.hasTwoStep ? "On" : "Off"}
          </Cell>
        </>
      )}
      <Cell className="max-lg:absolute max-lg:end-3 max-lg:top-3">
        <span className="flex items-center justify-end gap-1">
          {person.deleting && <span className="px-2.5 text-text-muted">Being deleted</span>}
          {!isMe && !person.deactivated && !person.deleting && <MessageButton person={person} />}
          {Object.values(may).includes(true) && <PersonMenu person={person} may={may} {...actions} />}
        </span>
      </Cell>
    </Row>
  );
}

function MessageButton({ person: { id, name } }: { person: PersonDto }) {
  const { busy, open } = useOpenDirect();
  return (
    <Button size="small" busy={busy} aria-label={`Message ${name}`} onClick={() => void open([id])}>
      Message
    </Button>
  );
}

const KnownWebhooksDialog = deferredPart(async () => (await import("./known-webhooks-dialog")).KnownWebhooksDialog);

type PeopleListProps = PersonActions & {
  me: MeDto;
  first: { active: PeoplePageDto; deactivated: PeoplePageDto };
  counts: PeopleCountsDto;
  view: PeopleView;
  loadMore: FormAction<PeoplePageDto>;
  regenerateToken: FormAction<WebhookSecretDto>;
};

const roles = [
  { value: "", label: "All roles" },
  { value: "owner", label: "Owners" },
  { value: "admin", label: "Admins" },
  { value: "member", label: "Members" },
];

/** The people in this view of the list, which its URL keeps: active ones, followed by deactivated ones. */
export function PeopleList({ me, first, counts, view, loadMore, regenerateToken, ...actions }: PeopleListProps) {
  const [shownWebhooks, setShownWebhooks] = useState<{ name: string; known: KnownWebhooksDto } | null>(null);
  const [shown, change] = useUrlFilter(view, peopleHref);
  const tells = me.role !== "member";
  const sections = [
    { id: "people-active", title: counted(counts.active, "person", "people"), first: first.active, deactivated: false },
    { id: "people-deactivated", title: "Deactivated", first: first.deactivated, deactivated: true },
  ].filter((section) => section.first.items.length > 0);
  const router = useRouter();
  const onKnown: PersonMenuProps["onKnown"] = (name, known) => afterDialog(() => setShownWebhooks({ name, known }));
  const onDeleted: PersonMenuProps["onDeleted"] = ({ id, name }) =>
    afterDialog(() => {
      focusBeside(id);
      toast.success(`${cleanText(name)} was deleted`);
      router.refresh();
    });

  return (
    <>
      <search aria-label="Find people" className="grid grid-cols-2 gap-3 lg:grid-cols-[2fr_1fr_2fr]">
        <FilterField
          label="Search"
          className="max-lg:col-span-full"
          placeholder="Name or email"
          value={shown.q}
          change={(q) => change({ q })}
        />
        <SelectField
          label="Role"
          options={roles}
          value={shown.role}
          onChange={(event) => change({ role: event.target.value })}
        />
        <SelectField
          label="Sort by"
          className="lg:hidden"
          options={sortsOf(tells)}
          value={shown.sort}
          onChange={(event) => change({ sort: event.target.value, order: "" })}
        />
      </search>
      {sections.length === 0 && (
        <EmptyState
          icon={<SearchX />}
          title="No one matches"
          action={<Button onClick={() => change({ q: "", role: "" })}>Clear filters</Button>}
        >
          Try fewer letters, or another role.
        </EmptyState>
      )}
      {sections.map(({ id, title, first, deactivated }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} className="mb-2 font-medium text-sm text-text-muted">
            {title}
          </h2>
          <People
            key={peopleHref(view)}
            label={title}
            first={first}
            view={view}
            me={me}
            load={(after) => loadMore({ ...view, deactivated, after })}
            onKnown={onKnown}
            onDeleted={onDeleted}
            {...actions}
          />
        </section>
      ))}
      {shownWebhooks && (
        <KnownWebhooksDialog
          {...shownWebhooks}
          regenerateToken={regenerateToken}
          close={() => setShownWebhooks(null)}
        />
      )}
    </>
  );
}

type PeopleProps = PersonActions &
  Pick<PersonMenuProps, "onKnown" | "onDeleted"> & {
    label: string;
    first: PeoplePageDto;
    view: PeopleView;
    me: MeDto;
    load: (after: string) => ReturnType<FormAction<PeoplePageDto>>;
  };

// As many as a tall screen shows.
const FIRST_ROWS = 20;

/** The pages of one section that have been loaded. */
function People({ label, first, view, me, load, ...actions }: PeopleProps) {
  const { items, more, busy } = useLivePages(first, load);
  const shown = useFirstRows(items, FIRST_ROWS);
  const isLive = useIsLive();
  // A link to a person may lead to a row that the server's HTML doesn't have.
  useEffect(() => {
    if (isLive) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isLive]);
  useRefreshWhile(items.some(({ deleting }) => deleting));
  const tells = me.role !== "member";
  return (
    <>
      <Table
        label={label}
        columns={columnsOf(tells)}
        sorting={{ by: view, hrefOf: (order) => peopleHref({ ...view, ...order }) }}
      >
        {shown.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            isMe={person.id === me.id}
            tells={tells}
            may={mayChange(me, person)}
            {...actions}
          />
        ))}
      </Table>
      {more && (
        <Button className="mx-auto mt-4 flex!" busy={busy} onClick={more}>
          Show more
        </Button>
      )}
    </>
  );
}

const REFRESH_MS = 3_000;

/** Asks for the page again and again, until who is being deleted is gone. */
function useRefreshWhile(going: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!going) return;
    const timer = setInterval(() => router.refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [going, router]);
}

/** Focuses a button in the row after this person's, which goes away, or in the row before it; the search if there is none. */
function focusBeside(id: string): void {
  const row = document.getElementById(`person-${id}`);
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = beside?.querySelector<HTMLElement>("button[aria-haspopup=menu]") ?? beside?.querySelector("button");
  (next ?? document.querySelector<HTMLElement>("main input[type=search]"))?.focus();
}

/** The ways to sort, with their names in the URL. */
function sortsOf(tells: boolean): { value: string; label: string }[] {
  const all = [
    { value: "", label: "Name" },
    { value: "role", label: "Role" },
    { value: "joined", label: "Joined" },
    { value: "active", label: "Last active" },
    { value: "two-step", label: "Two-step" },
  ];
  return tells ? all : all.slice(0, 3);
}

function columnsOf(tells: boolean): Column[] {
  const columns = sortsOf(tells).map(({ value, label }) => ({
    label,
    sort: value,
    descends: value === "joined" || value === "active",
    className: value === "" ? "" : "lg:w-32",
  }));
  return [...columns, { label: "Actions", hidden: true, className: "lg:w-36" }];
}

/** How the list of people is searched, filtered and sorted, as in its URL. Empty: not, or by name. */
type PeopleView = { q: string; role: string; sort: string; order: string };

/** Returns the list's URL with this view. */
function peopleHref(view: PeopleView): string {
  return withParameters(paths.people, view);
}
