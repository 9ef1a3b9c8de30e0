"use client";

import { useEffect, useEffectEvent, useId, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { controlStyle } from "@/components/ui/controls/control-style";
import { Avatar } from "@/components/ui/display/avatar";
import { Banner } from "@/components/ui/display/banner";
import { Skeleton } from "@/components/ui/display/skeleton";
import type { FormAction } from "@/components/ui/forms/form-action";
import { keepFocus } from "@/components/ui/hooks/keep-focus";
import { X } from "@/components/ui/icons/more-icons";
import { ListboxOption } from "@/components/ui/lists/listbox-option";
import { holdsWords, searchWords } from "@/components/ui/lists/search-words";
import { usePick } from "@/components/ui/lists/use-pick";
import { MOST_OTHERS } from "@/lib/channels/dto";
import type { PeopleFoundDto, PersonDto } from "@/lib/people/dto";

/** Returns whether no one else can be added to `most` people. `aloneId` doesn't count: see `candidates`. */
export function isFull(chosen: readonly PersonDto[], aloneId: string | null, most = MOST_OTHERS): boolean {
  return chosen.filter(({ id }) => id !== aloneId).length >= most;
}

/**
 * Returns the people who can be added and match the search. The person `aloneId` comes last, and only while no one is
 * chosen: in a direct message that is you, with notes to yourself.
 */
export function candidates(
  people: readonly PersonDto[],
  chosen: readonly PersonDto[],
  search: string,
  aloneId: string | null,
  most = MOST_OTHERS,
): PersonDto[] {
  if (isFull(chosen, aloneId, most)) return [];
  const words = searchWords(search);
  const found = people.filter(({ name, email }) => holdsWords(`${name} ${email}`, words));
  const others = found.filter(({ id }) => id !== aloneId && !chosen.some((each) => each.id === id));
  const alone = chosen.length === 0 ? found.filter(({ id }) => id === aloneId) : [];
  return [...others, ...alone];
}

type PersonOptionProps = {
  id: string;
  person: PersonDto;
  isMe: boolean;
  /** Whether choosing them opens their notes to themselves. */
  isAlone: boolean;
  active: boolean;
  choose: () => void;
  /** Called when the pointer moves over it. */
  point: () => void;
};

/** A person to choose. The search field keeps the focus and handles the keys. */
function PersonOption({ id, person, isMe, isAlone, active, choose, point }: PersonOptionProps) {
  return (
    <ListboxOption id={id} active={active} onTake={choose} onPoint={point} className="min-h-11 py-1">
      <Avatar name={person.name} seed={person.id} src={person.avatarUrl} size={28} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-sm">{isMe ? `${person.name} (you)` : person.name}</span>
        <span className="block truncate text-text-muted text-xs">{isAlone ? "Notes to yourself" : person.email}</span>
      </span>
    </ListboxOption>
  );
}

type PeoplePickerProps = {
  label?: string;
  /** The most people, and what to say when they are chosen. By default, those of a direct message. */
  limit?: { most: number; sentence: string };
  /** Null until some have loaded. */
  people: readonly PersonDto[] | null;
  /** Whether a search may find others. */
  more: boolean;
  /** Whether the search's answer may still bring someone. */
  waiting: boolean;
  search: string;
  onSearch: (search: string) => void;
  myId: string;
  chosen: readonly PersonDto[];
  onChange: (chosen: PersonDto[]) => void;
  /** Called when Enter is pressed with no one to choose. Without it, that submits the form around the field. */
  onDone?: () => void;
};

/** The people who have been loaded, whether there are more, and the searches that were answered. */
type KnownPeople = PeopleFoundDto & { answered: readonly string[] };

type LoadedPickerProps = Omit<PeoplePickerProps, "people" | "more" | "waiting" | "search" | "onSearch"> & {
  /** Someone who can't be chosen. */
  without?: string;
  loadPeople: FormAction<PeopleFoundDto>;
};

// Waits for a whole word instead of searching for each letter.
const PAUSE_MS = 200;

/**
 * Loads people you can message and lets you choose among them. It asks the server for those that a search finds until it
 * knows everyone, and shows what it knows meanwhile.
 */
export function LoadedPicker({ without, loadPeople, ...picker }: LoadedPickerProps) {
  const [known, setKnown] = useState<KnownPeople | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [search, setSearch] = useState("");
  const q = search.trim();
  const load = async () => {
    const result = await loadPeople({ q }).catch(() => null);
    if (result?.ok) setKnown((before) => withFound(before, result.data, q));
    setError(result?.ok ? null : (result?.error ?? "People couldn't be loaded. Check your connection and try again."));
  };
  const begin = useEffectEvent(() => {
    if (known === null || (known.more && !known.answered.includes(q))) void load();
  });
  useEffect(() => {
    const timer = setTimeout(begin, q === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [q]);
  const again = (
    <Button size="small" onClick={() => void load()}>
      Try again
    </Button>
  );
  return (
    <>
      {error && (
        <Banner tone="danger" action={again}>
          {error}
        </Banner>
      )}
      <PeoplePicker
        people={known?.people.filter(({ id }) => id !== without) ?? (error ? [] : null)}
        more={known?.more ?? false}
        waiting={error === null && (known === null || (known.more && !known.answered.includes(q)))}
        search={search}
        onSearch={setSearch}
        {...picker}
      />
    </>
  );
}

const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Adds the people that a search found to the known ones, by name. Without a search, the answer may be everyone. */
export function withFound(known: KnownPeople | null, { people, more }: PeopleFoundDto, q: string): KnownPeople {
  const all = new Map([...(known?.people ?? []), ...people].map((person) => [person.id, person]));
  const sorted = [...all.values()].sort((one, other) => COLLATOR.compare(one.name, other.name));
  return { people: sorted, more: q === "" ? more : (known?.more ?? true), answered: [...(known?.answered ?? []), q] };
}

/** A search field for choosing people. Arrow keys move, Enter chooses, Backspace in an empty field removes the last one. */
function PeoplePicker({ label = "To", limit = DIRECT, ...given }: PeoplePickerProps) {
  const { people, more, waiting, search, onSearch, myId, chosen, onChange, onDone } = given;
  const id = useId();
  const aloneId = limit === DIRECT ? myId : null;
  const found = candidates(people ?? [], chosen, search, aloneId, limit.most);
  const pick = usePick({
    search,
    items: found,
    waiting,
    onDone,
    pick: (person) => {
      onChange([...chosen, person]);
      onSearch("");
    },
  });

  const sentence =
    people !== null && found.length === 0 && !waiting ? whyNoOne({ chosen, search, aloneId, limit, more }) : null;
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {chosen.length > 0 && (
        <ul aria-label="Selected people" className="flex flex-wrap gap-1.5">
          {chosen.map((person) => (
            <ChosenPerson
              key={person.id}
              person={person}
              remove={() => {
                onChange(chosen.filter((each) => each !== person));
                document.getElementById(id)?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <input
        {...pick.field}
        id={id}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        spellCheck={false}
        maxLength={100}
        placeholder="Find by name or email"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => {
          pick.field.onKeyDown(event);
          if (event.key !== "Backspace" || search !== "" || chosen.length === 0) return;
          event.preventDefault();
          onChange(chosen.slice(0, -1));
        }}
        className={`${controlStyle} h-9`}
      />
      {/* The height is the same for many people as for none, so that the buttons below don't move. */}
      <div className="h-60 max-h-[35dvh]">
        <p role="status" className={sentence ? "px-1 py-2 text-sm text-text-muted" : "sr-only"}>
          {sentence ?? pick.said}
        </p>
        {(people === null || (waiting && found.length === 0)) && <Skeleton className="size-full" />}
        {found.length > 0 && (
          <div
            id={pick.listId}
            role="listbox"
            aria-label="People"
            tabIndex={-1}
            onMouseDown={keepFocus}
            className="-mx-2 max-h-full overflow-y-auto overscroll-contain"
          >
            {found.map((person, index) => (
              <PersonOption
                key={person.id}
                id={pick.rowId(index)}
                person={person}
                isMe={person.id === myId}
                isAlone={person.id === aloneId}
                active={index === pick.at}
                choose={() => pick.choose(person)}
                point={() => pick.point(index)}
              />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

function ChosenPerson({ person: { id, name, avatarUrl }, remove }: { person: PersonDto; remove: () => void }) {
  return (
    <li className="flex min-w-0 max-w-full items-center gap-1.5 rounded-full bg-surface-selected ps-1 text-sm">
      <Avatar name={name} seed={id} src={avatarUrl} size={24} />
      <span className="min-w-0 truncate">{name}</span>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={remove}
        className="inline-flex target shrink-0 items-center justify-center rounded-full text-text-muted transition-colors hover:bg-surface-hover hover:text-text"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </li>
  );
}

const DIRECT = { most: MOST_OTHERS, sentence: `A direct message can have at most ${MOST_OTHERS} other people.` };

type Nothing = Pick<PeoplePickerProps, "chosen" | "search" | "more"> & { aloneId: string | null; limit: typeof DIRECT };

function whyNoOne({ chosen, search, aloneId, more, limit }: Nothing): string {
  if (isFull(chosen, aloneId, limit.most)) return limit.sentence;
  if (more && search.trim() === "") return "Search for more people by name or email.";
  return search.trim() === "" ? "You've added everyone in this workspace." : "No one else here matches.";
}
