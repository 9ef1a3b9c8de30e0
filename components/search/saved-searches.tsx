"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { IconButton } from "@/components/ui/controls/icon-button";
import { Link } from "@/components/ui/controls/link";
import { TextField } from "@/components/ui/controls/text-field";
import { DialogButtons } from "@/components/ui/forms/dialog-buttons";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { Bookmark } from "@/components/ui/icons/icons";
import { Pencil, X } from "@/components/ui/icons/more-icons";
import { Dialog } from "@/components/ui/overlays/dialog";
import { toast } from "@/components/ui/overlays/toaster";
import { ask, useData } from "@/lib/browser/data";
import { request } from "@/lib/browser/request";
import type { SavedSearchDto } from "@/lib/messages/search/dto";
import { paths } from "@/lib/text/paths";
import { searchPaths } from "@/lib/text/search-paths";
import { cleanText } from "@/lib/text/text";

const address = paths.api.savedSearches;
type SavedSearchesProps = { query: string; rendered: SavedSearchDto[] };

/** The user's saved searches, and a button to save the current one. */
export function SavedSearches({ query, rendered }: SavedSearchesProps) {
  const { searches } = useData<{ searches: SavedSearchDto[] }>(address, { rendered: { searches: rendered } }).data ?? {
    searches: rendered,
  };
  // A new one is "new".
  const [naming, setNaming] = useState<SavedSearchDto | "new" | null>(null);
  const canSave = query !== "" && !searches.some((each) => each.query === query);
  if (searches.length === 0 && !canSave) return null;

  async function remove({ id, name, query: saved }: SavedSearchDto): Promise<void> {
    const answer = await request(searchPaths.saved(id), { method: "DELETE" });
    ask(address);
    if (!answer.ok) return toast.error(answer.error ?? UNREACHABLE);
    const undo = async () => {
      await request(address, { method: "POST", body: { name, query: saved } });
      ask(address);
    };
    toast(`Removed “${name}”`, { action: { label: "Undo", onClick: () => void undo() } });
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      {searches.length > 0 && (
        <ul aria-label="Saved searches" className="contents">
          {searches.map((search) => (
            <li
              key={search.id}
              className="flex items-center rounded-full border border-border-strong ps-3 pe-0.5 text-sm has-aria-[current]:border-accent has-aria-[current]:bg-surface-selected"
            >
              <Link
                href={paths.search(search.query)}
                aria-current={search.query === query ? "page" : undefined}
                className="max-w-56 truncate py-1 hover:underline"
              >
                {cleanText(search.name)}
              </Link>
              <IconButton
                label={`Rename ${search.name}`}
                icon={<Pencil className="size-3.5!" />}
                onClick={() => setNaming(search)}
              />
              <IconButton
                label={`Remove ${search.name}`}
                icon={<X className="size-3.5!" />}
                onClick={() => void remove(search)}
              />
            </li>
          ))}
        </ul>
      )}
      {canSave && (
        <Button size="small" variant="ghost" onClick={() => setNaming("new")}>
          <Bookmark aria-hidden="true" />
          Save search
        </Button>
      )}
      {naming && <NameDialog query={query} search={naming} onClose={() => setNaming(null)} />}
    </div>
  );
}

type NameDialogProps = { query: string; search: SavedSearchDto | "new"; onClose: () => void };

function NameDialog({ query, search, onClose }: NameDialogProps) {
  const isNew = search === "new";
  const [name, setName] = useState(isNew ? query.slice(0, 80) : search.name);
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    const answer = isNew
      ? await request(address, { method: "POST", body: { name, query } })
      : await request(searchPaths.saved(search.id), { method: "PATCH", body: { name } });
    setBusy(false);
    if (!answer.ok) return setError(answer.error ?? UNREACHABLE);
    ask(address);
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={isNew ? "Save search" : "Rename search"}
    >
      <form onSubmit={(event) => void save(event)} noValidate className="flex flex-col gap-4">
        <TextField
          label="Name"
          value={name}
          maxLength={80}
          autoComplete="off"
          error={error}
          onChange={(event) => setName(event.target.value)}
        />
        <DialogButtons busy={busy}>{isNew ? "Save search" : "Rename"}</DialogButtons>
      </form>
    </Dialog>
  );
}
