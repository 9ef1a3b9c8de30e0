"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { late } from "@/components/ui/late";
import type { PersonDto } from "@/lib/users/dto";
import { useOpenDirect } from "./use-open-direct";

const picker = late(() => import("./people-picker"));

type NewMessageProps = { myId: string; loadPeople: FormAction<PersonDto[]> };

/** The button that begins a direct message, and the dialog in which one chooses with whom. */
export function NewMessageDialog({ myId, loadPeople }: NewMessageProps) {
  const [open, setOpen] = useState(false);
  const PeoplePicker = picker.use()?.PeoplePicker;
  const [chosen, setChosen] = useState<PersonDto[]>([]);
  const { people, error, load } = usePeople(loadPeople);
  const direct = useOpenDirect();

  function change(next: boolean): void {
    setOpen(next);
    setChosen([]);
    if (next) void load();
  }

  async function start(): Promise<void> {
    if (chosen.length === 0 || direct.busy) return;
    if (await direct.open(chosen.map(({ id }) => id))) change(false);
  }

  return (
    <Dialog
      load={picker.load}
      open={open}
      onOpenChange={change}
      trigger={<IconButton label="New message" icon={<Plus />} />}
      title="New message"
      description="Only the people you choose see it."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" busy={direct.busy} disabled={chosen.length === 0} onClick={() => void start()}>
            Open conversation
          </Button>
        </>
      }
    >
      {PeoplePicker ? (
        <>
          {error && (
            <Banner
              tone="danger"
              action={
                <Button size="small" onClick={() => void load()}>
                  Try again
                </Button>
              }
            >
              {error}
            </Banner>
          )}
          <PeoplePicker
            people={people ?? (error ? [] : null)}
            myId={myId}
            chosen={chosen}
            onChange={setChosen}
            onDone={() => void start()}
          />
        </>
      ) : null}
    </Dialog>
  );
}

/** The people one can write to, asked for by `load`; those known already stay while they are asked for again. */
function usePeople(loadPeople: FormAction<PersonDto[]>): {
  people: PersonDto[] | null;
  error: string | null;
  load: () => Promise<void>;
} {
  const [people, setPeople] = useState<PersonDto[] | null>(null);
  const [error, setError] = useState<string | null>(null);

  async function load(): Promise<void> {
    const result = await loadPeople({}).catch(() => null);
    if (result?.ok) setPeople(result.data);
    setError(result?.ok ? null : (result?.error ?? "The people could not be loaded. Check your connection."));
  }

  return { people, error, load };
}
