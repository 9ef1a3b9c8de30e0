"use client";

import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { Avatar } from "@/components/ui/avatar";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { controlStyle } from "@/components/ui/control-style";
import { X } from "@/components/ui/icons";
import { keepFocus } from "@/components/ui/keep-focus";
import { ListboxOption } from "@/components/ui/listbox-option";
import { holdsWords, searchWords } from "@/components/ui/search-words";
import { Skeleton } from "@/components/ui/skeleton";
import { MOST_OTHERS } from "@/lib/channels/dto";
import type { PeopleFoundDto, PersonDto } from "@/lib/users/dto";

/**
 * Returns the row that a key moves to in a list of `count` rows, wrapping around. `at` is -1 for no row; returns null
 * for other keys.
 */
export function pickerStep(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return at <= 0 ? count - 1 : at - 1;
  return null;
}

/** Returns whether no one else can be added to `most` people. */
export function isFull(chosen: readonly PersonDto[], myId: string, most = MOST_OTHERS): boolean {
  return chosen.filter(({ id }) => id !== myId).length >= most;
}

/** Returns the people who can be added and match the search. You come last, and only while no one is chosen. */
export function candidates(
  people: readonly PersonDto[],
  chosen: readonly PersonDto[],
  search: string,
  myId: string,
  most = MOST_OTHERS,
): PersonDto[] {
  if (isFull(chosen, myId, most)) return [];
  const words = searchWords(search);
  const found = people.filter(({ name, email }) => holdsWords(`${name} ${email}`, words));
  const others = found.filter(({ id }) => id !== myId && !chosen.some((each) => each.id === id));
  const me = chosen.length === 0 ? found.filter(({ id }) => id === myId) : [];
  return [...others, ...me];
}

type PersonOptionProps = {
  id: string;
  person: PersonDto;
  isMe: boolean;
  active: boolean;
  choose: () => void;
  /** Called when the pointer moves over it. */
  point: () => void;
};

/** A person to choose. The search field keeps the focus and handles the keys. */
function PersonOption({ id, person, isMe, active, choose, point }: PersonOptionProps) {
  return (
    <ListboxOption id={id} active={active} onTake={choose} onPoint={point} className="min-h-11 py-1">
      <Avatar name={person.name} seed={person.id} src={person.avatarUrl} size={28} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium text-sm">{isMe ? `${person.name} (you)` : person.name}</span>
        <span className="block truncate text-text-muted text-xs">{isMe ? "Notes to yourself" : person.email}</span>
      </span>
    </ListboxOption>
  );
}

type PeoplePickerProps = {
  label?: string;
  /** The most other people, and what to say when they are chosen. */
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
  /** Called when Enter is pressed with no one to choose. */
  onDone?: () => void;
};

/** The people who have been loaded, whether there are more, and the searches that were answered. */
type Known = PeopleFoundDto & { answered: readonly string[] };

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
  const [known, setKnown] = useState<Known | null>(null);
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
export function withFound(known: Known | null, { people, more }: PeopleFoundDto, q: string): Known {
  const all = new Map([...(known?.people ?? []), ...people].map((person) => [person.id, person]));
  const sorted = [...all.values()].sort((one, other) => COLLATOR.compare(one.name, other.name));
  return { people: sorted, more: q === "" ? more : (known?.more ?? true), answered: [...(known?.answered ?? []), q] };
}

/** A search field for choosing people. Arrow keys move, Enter chooses, Backspace in an empty field removes the last one. */
function PeoplePicker({ label = "To", limit = DIRECT, ...given }: PeoplePickerProps) {
  const { people, more, waiting, search, onSearch, myId, chosen, onChange, onDone } = given;
  const id = useId();
  const [moved, setMoved] = useState<number | null>(null);
  // Enter was pressed before the search was answered.
  const [entered, setEntered] = useState(false);
  const found = candidates(people ?? [], chosen, search, myId, limit.most);
  // Before an arrow key is pressed, Enter chooses the first match of a search, or no one without a search.
  const at = Math.min(moved ?? (search.trim() === "" ? -1 : 0), found.length - 1);
  const listId = `${id}-list`;
  const optionId = (index: number) => `${id}-${index}`;

  function choose(person: PersonDto): void {
    onChange([...chosen, person]);
    onSearch("");
    setMoved(null);
    setEntered(false);
  }

  const chooseFirst = useEffectEvent(() => {
    setEntered(false);
    if (found[0]) choose(found[0]);
  });
  useEffect(() => {
    if (entered && !waiting) chooseFirst();
  }, [entered, waiting]);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    const next = pickerStep(event.key, at, found.length);
    const active = found[at];
    if (next !== null) setMoved(next);
    else if (event.key === "Enter" && active) choose(active);
    else if (event.key === "Enter" && waiting && search.trim() !== "") setEntered(true);
    else if (event.key === "Enter") onDone?.();
    else if (event.key === "Backspace" && search === "" && chosen.length > 0) onChange(chosen.slice(0, -1));
    else return;
    event.preventDefault();
  }

  const sentence =
    people !== null && found.length === 0 && !waiting ? whyNoOne({ chosen, search, myId, limit, more }) : null;
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
        id={id}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? listId : undefined}
        aria-activedescendant={found[at] ? optionId(at) : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        placeholder="Find by name or email"
        value={search}
        onChange={(event) => {
          onSearch(event.target.value);
          setMoved(null);
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
        className={`${controlStyle} h-9`}
      />
      {/* The height is the same for many people as for none, so that the buttons below don't move. */}
      <div className="h-60 max-h-[35dvh]">
        <p role="status" className={sentence ? "px-1 py-2 text-sm text-text-muted" : "sr-only"}>
          {sentence ?? (search.trim() !== "" && `${found.length} found. Use the up and down arrow keys to choose.`)}
        </p>
        {(people === null || (waiting && found.length === 0)) && <Skeleton className="size-full" />}
        {found.length > 0 && (
          <div
            id={listId}
            role="listbox"
            aria-label="People"
            tabIndex={-1}
            onMouseDown={keepFocus}
            className="-mx-2 max-h-full overflow-y-auto overscroll-contain"
          >
            {found.map((person, index) => (
              <PersonOption
                key={person.id}
                id={optionId(index)}
                person={person}
                isMe={person.id === myId}
                active={index === at}
                choose={() => choose(person)}
                point={() => setMoved(index)}
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

type Nothing = Pick<PeoplePickerProps, "chosen" | "search" | "myId" | "more"> & { limit: typeof DIRECT };

function whyNoOne({ chosen, search, myId, more, limit }: Nothing): string {
  if (isFull(chosen, myId, limit.most)) return limit.sentence;
  if (more && search.trim() === "") return "Search for more people by name or email.";
  return search.trim() === "" ? "You've added everyone in this workspace." : "No one else here matches.";
}
