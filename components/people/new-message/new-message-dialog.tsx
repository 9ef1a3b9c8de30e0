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
import { useOpenDirect } from "../use-open-direct";
import { usePeople } from "./use-people";

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
