"use client";

import { clsx } from "clsx";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { Check, ChevronDown } from "@/components/ui/icons/icons";
import { useMyChannels } from "@/lib/browser/sidebar";
import { channelTitle } from "@/lib/channels/dto";
import type { SearchAuthorsDto } from "@/lib/messages/search/dto";
import { paths } from "@/lib/text/paths";
import { filterIn, hasFilter, toggleFilter, withFilter } from "./query-filters";

type Options = { label: string; options: readonly { value: string; label: string }[] }[];

type SearchFiltersProps = {
  query: string;
  authors: SearchAuthorsDto;
  /** The names of the tools that are in use. */
  tools: readonly string[];
  since: { label: string; day: string }[];
};

const things = [
  { value: "file", label: "Has file" },
  { value: "link", label: "Has link" },
  { value: "image", label: "Has image" },
  { value: "embed", label: "Has card" },
];

/** The query's filters as chips. Changing one searches again. `since` has the times to choose from. */
export function SearchFilters({ query, authors, tools, since }: SearchFiltersProps) {
  const router = useRouter();
  const channels = useMyChannels();
  const [, startTransition] = useTransition();
  const search = (to: string) => startTransition(() => router.push(paths.search(to)));
  const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
  return (
    <fieldset className="-m-1 flex min-w-0 gap-2 p-1 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none] sm:flex-wrap">
      <legend className="sr-only">Filters</legend>
      <ChoiceChip
        name="Channel"
        any="In any channel"
        value={filterIn(query, "in")}
        groups={[
          {
            label: "Channels",
            options: channels
              .filter(({ kind }) => kind !== "direct")
              .map((channel) => ({ value: channel.name, label: channelTitle(channel) })),
          },
          {
            label: "Direct messages",
            options: named(channels.flatMap(({ kind, name }) => (kind === "direct" ? name : []))),
          },
        ]}
        choose={(value) => search(withFilter(query, "in", value))}
      />
      <ChoiceChip
        name="From"
        any="From anyone"
        value={filterIn(query, "from")}
        groups={[
          { label: "People", options: [{ value: "me", label: "Me" }, ...named(authors.people)] },
          { label: "Webhooks", options: named(authors.webhooks) },
        ]}
        choose={(value) => search(withFilter(query, "from", value))}
      />
      <ChoiceChip
        name="Tool"
        any="Any tool"
        value={filterIn(query, "tool")}
        groups={[{ label: "Tools", options: named(tools) }]}
        choose={(value) => search(withFilter(query, "tool", value))}
      />
      <ChoiceChip
        name="Date"
        any="Any time"
        value={filterIn(query, "after")}
        groups={[{ label: "Since", options: since.map(({ label, day }) => ({ value: day, label })) }]}
        choose={(value) => search(withFilter(query, "after", value))}
      />
      <DayChip
        label="Before"
        value={filterIn(query, "before")}
        choose={(value) => search(withFilter(query, "before", value))}
      />
      {things.map(({ value, label }) => (
        <ToggleChip
          key={value}
          label={label}
          on={hasFilter(query, "has", value)}
          toggle={() => search(toggleFilter(query, "has", value))}
        />
      ))}
    </fieldset>
  );
}

const chip =
  "relative inline-flex target-y shrink-0 items-center rounded-full border text-sm transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus";
const off = "border-border-strong text-text-muted hover:bg-surface-hover hover:text-text";
const on = "border-accent bg-surface-selected font-medium text-text";

type ChoiceChipProps = {
  name: string;
  /** What it says without a value. */
  any: string;
  value: string;
  groups: Options;
  choose: (value: string) => void;
};

/** A chip that is the browser's own select. A typed value that isn't among its options becomes one. */
function ChoiceChip({ name, any, value, groups, choose }: ChoiceChipProps) {
  const known = groups
    .flatMap(({ options }) => options)
    .find((each) => each.value.toLowerCase() === value.toLowerCase());
  return (
    <span className={clsx(chip, value === "" ? off : on)}>
      <select
        aria-label={name}
        value={known?.value ?? value}
        onChange={({ target }) => choose(target.value)}
        className="max-w-56 cursor-pointer appearance-none truncate rounded-full bg-transparent py-1 ps-3 pe-8 text-inherit outline-none [&_optgroup]:bg-surface-raised [&_optgroup]:text-text [&_option]:bg-surface-raised [&_option]:text-text"
      >
        <option value="">{any}</option>
        {value !== "" && !known && <option value={value}>{value}</option>}
        {groups
          .filter(({ options }) => options.length > 0)
          .map(({ label, options }) => (
            <optgroup key={label} label={label}>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </optgroup>
          ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-2.5 size-4" />
    </span>
  );
}

/** A chip that is the browser's own choice of a date. */
function DayChip({ label, value, choose }: { label: string; value: string; choose: (value: string) => void }) {
  return (
    <label className={clsx(chip, "gap-1.5 ps-3 pe-2", value === "" ? off : on)}>
      {label}
      <input
        type="date"
        value={value}
        onChange={({ target }) => choose(target.value)}
        className="cursor-pointer bg-transparent text-inherit outline-none"
      />
    </label>
  );
}

function ToggleChip({ label, on: pressed, toggle }: { label: string; on: boolean; toggle: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={toggle}
      className={clsx(chip, "gap-1.5 px-3", pressed ? on : off)}
    >
      {pressed && <Check aria-hidden="true" className="size-3.5" />}
      {label}
    </button>
  );
}
