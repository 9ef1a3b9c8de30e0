import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { Deferred } from "@/components/ui/deferred/deferred";
import { OpeningButton, useOpener } from "@/components/ui/deferred/deferred-radix";
import { store } from "@/lib/browser/store";

/** Panels that can be opened without their own button. */
export type Panel = "palette" | "shortcuts" | "create-channel" | "first-channels" | "invite-people";

// Kept until the panel's component has mounted, which may be after the request.
const requested = store<Panel | null>(null);

/** Opens a panel as soon as its component has mounted. */
export function openPanel(panel: Panel): void {
  requested.set(panel);
}

/** Calls `open` when this panel is requested. */
export function usePanel(panel: Panel | null, open: () => void): void {
  const asked = useEffectEvent(open);
  useEffect(() => {
    const take = () => {
      if (panel === null || requested.get() !== panel) return;
      requested.set(null);
      asked();
    };
    take();
    return requested.subscribe(take);
  }, [panel]);
}

/** What a dialog that is loaded late is told. `opener` is the button that gets the focus back. */
export type DeferredDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; opener: HTMLElement | null };

/**
 * A dialog whose code loads when it is first needed, with the button (`trigger`) or the panel that opens it. `given` are
 * the props of the dialog itself.
 */
export function DeferredDialog<Given extends object>({ dialog, given, panel, trigger }: DeferredDialogOptions<Given>) {
  const [open, setOpen] = useState(false);
  const [ref, button] = useOpener(open);
  const Loaded = dialog.use();
  usePanel(panel ?? null, () => setOpen(true));
  useEffect(() => {
    if (open) void dialog.load();
  }, [open, dialog]);
  return (
    <>
      {trigger && (
        <OpeningButton ref={ref} open={open} onPress={() => setOpen(!open)} load={dialog.load}>
          {trigger}
        </OpeningButton>
      )}
      {Loaded && <Loaded {...given} open={open} onOpenChange={setOpen} opener={button} />}
    </>
  );
}

type DeferredDialogOptions<Given> = {
  dialog: Deferred<ComponentType<Given & DeferredDialogProps>>;
  given: Given;
  panel?: Panel;
  trigger?: ReactNode;
};
