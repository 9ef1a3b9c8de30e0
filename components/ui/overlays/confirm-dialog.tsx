"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { OpeningButton, useOpener, useRadixFor } from "@/components/ui/deferred/deferred-radix";
import { DeferredTrigger } from "@/components/ui/deferred/deferred-trigger";
import { dialogContent } from "@/components/ui/hooks/after-dialog";
import { UNREACHABLE } from "@/components/ui/hooks/unreachable";
import { Backdrop } from "./backdrop";
import { dialogPanel } from "./dialog-style";

/** Asks for confirmation. Closes when confirmed, and reopens with an error if the action fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, setOpen, error, confirm } = useConfirm(props);
  const [ref, button] = useOpener(open);
  const opener = button ?? props.opener ?? null;
  const Radix = useRadixFor(open)?.AlertDialog;
  return (
    <>
      {props.trigger && (
        <OpeningButton ref={ref} open={open} onPress={() => setOpen(!open)}>
          {props.trigger}
        </OpeningButton>
      )}
      {Radix && (
        <Radix.Root open={open} onOpenChange={setOpen}>
          {opener && <DeferredTrigger as={Radix.Trigger} button={opener} />}
          <Radix.Portal>
            <Backdrop />
            <Radix.Content {...dialogContent} className={dialogPanel}>
              <Radix.Title className="px-5 pt-5 font-semibold text-lg">{props.title}</Radix.Title>
              <Radix.Description className="px-5 pt-1.5 text-sm text-text-muted">{props.description}</Radix.Description>
              {props.children && <div className="px-5 pt-4">{props.children}</div>}
              <p role="alert" className="px-5 pt-3 text-danger text-sm empty:hidden">
                {error}
              </p>
              <footer className="flex flex-wrap justify-end gap-2 p-5">
                <Radix.Cancel asChild>
                  <Button>Cancel</Button>
                </Radix.Cancel>
                <Button
                  variant={props.tone === "neutral" ? "primary" : "danger"}
                  busy={props.busy ?? false}
                  onClick={() => void confirm()}
                >
                  {props.confirmText}
                </Button>
              </footer>
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      )}
    </>
  );
}

type ConfirmDialogProps = {
  trigger?: ReactNode;
  /** The button that gets the focus back, if it isn't `trigger`. */
  opener?: HTMLElement | null;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Names the thing: "Delete webhook CI?" */
  title: string;
  /** What will happen, in one sentence. */
  description: ReactNode;
  /** More fields or text. */
  children?: ReactNode;
  confirmText: string;
  /** What they confirm is still being looked up. */
  busy?: boolean;
  tone?: "danger" | "neutral";
  /** Resolves to null on success, or to an error. A rejection shows a general error. */
  onConfirm: () => Promise<string | null>;
};

/** Provides the dialog's state: open, or open again with an error. */
function useConfirm({
  open: controlled,
  onOpenChange,
  onConfirm,
}: Pick<ConfirmDialogProps, "open" | "onOpenChange" | "onConfirm">) {
  const [own, setOwn] = useState(false);
  const [error, setError] = useState<string | null>(null);

  function setOpen(next: boolean): void {
    setError(null);
    setOwn(next);
    onOpenChange?.(next);
  }

  // Closes first: while a dialog is open, screen readers don't announce changes on the page behind it.
  async function confirm(): Promise<void> {
    setOpen(false);
    const failure = await onConfirm().catch(() => UNREACHABLE);
    if (!failure) return;
    setOpen(true);
    setError(failure);
  }

  return { open: controlled ?? own, setOpen, error, confirm };
}
