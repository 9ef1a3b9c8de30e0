"use client";

import { useState } from "react";
import type { DeferredDialogProps } from "@/components/frame/panels";
import { Button } from "@/components/ui/controls/button";
import type { FormAction } from "@/components/ui/forms/form-action";
import { Dialog, DialogClose } from "@/components/ui/overlays/dialog";
import type { PeopleFoundDto, PersonDto } from "@/lib/people/dto";
import { LoadedPicker } from "./people-picker";
import { useOpenDirect } from "./use-open-direct";

type NewMessageProps = DeferredDialogProps & { myId: string; loadPeople: FormAction<PeopleFoundDto> };

/** The dialog for choosing the people of a direct message. */
export function NewMessageDialog({ myId, loadPeople, onOpenChange, ...dialog }: NewMessageProps) {
  const [chosen, setChosen] = useState<PersonDto[]>([]);
  const direct = useOpenDirect();

  function change(next: boolean): void {
    onOpenChange(next);
    setChosen([]);
  }

  async function start(): Promise<void> {
    if (chosen.length === 0 || direct.busy) return;
    if (await direct.open(chosen.map(({ id }) => id))) change(false);
  }

  return (
    <Dialog
      {...dialog}
      onOpenChange={change}
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
      <LoadedPicker
        loadPeople={loadPeople}
        myId={myId}
        chosen={chosen}
        onChange={setChosen}
        onDone={() => void start()}
      />
    </Dialog>
  );
}
