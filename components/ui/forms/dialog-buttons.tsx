import type { ReactNode } from "react";
import { Button } from "@/components/ui/controls/button";
import { DialogClose } from "@/components/ui/overlays/dialog";

/** The buttons below a form in a dialog: one that cancels, and one that sends it and says what that does. */
export function DialogButtons({ busy, tone = "primary", children }: DialogButtonsProps) {
  return (
    <div className="mt-1 flex flex-wrap justify-end gap-2">
      <DialogClose>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" variant={tone} busy={busy}>
        {children}
      </Button>
    </div>
  );
}

type DialogButtonsProps = { busy: boolean; tone?: "primary" | "danger"; children: ReactNode };
