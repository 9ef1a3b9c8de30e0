"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { late } from "@/components/ui/late";
import type { PersonDto } from "@/lib/users/dto";
import { useOpenDirect } from "./use-open-direct";

const picker = late(() => import("./people-picker"));

type NewMessageProps = { myId: string; loadPeople: FormAction<PersonDto[]> };

/** The button that starts a direct message, and the dialog for choosing its people. */
export function NewMessageDialog({ myId, loadPeople }: NewMessageProps) {
  const [open, setOpen] = useState(false);
  const LoadedPicker = picker.use()?.LoadedPicker;
  const [chosen, setChosen] = useState<PersonDto[]>([]);
  // Kept to show while the list is loaded again.
  const [people, setPeople] = useState<PersonDto[] | null>(null);
  const direct = useOpenDirect();

  function change(next: boolean): void {
    setOpen(next);
    setChosen([]);
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
      description="Only the people you choose can see it."
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
      {LoadedPicker ? (
        <LoadedPicker
          known={people}
          know={setPeople}
          loadPeople={loadPeople}
          myId={myId}
          chosen={chosen}
          onChange={setChosen}
          onDone={() => void start()}
        />
      ) : null}
    </Dialog>
  );
}
