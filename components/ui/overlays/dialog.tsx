"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { OpeningButton, useOpener, useRadixFor } from "@/components/ui/deferred/deferred-radix";
import { DeferredTrigger } from "@/components/ui/deferred/deferred-trigger";
import { Slot } from "@/components/ui/deferred/slot";
import { dialogContent } from "@/components/ui/hooks/after-dialog";
import { X } from "@/components/ui/icons/more-icons";
import { Backdrop } from "./backdrop";
import { dialogPanel } from "./dialog-style";

const CloseContext = createContext<() => void>(() => undefined);

/** A dialog with a title, optional description, body and footer. `trigger` is the button that opens it. */
export function Dialog({
  open: controlled,
  onOpenChange,
  load,
  trigger,
  opener = null,
  wide,
  ...content
}: DialogProps) {
  const [own, setOwn] = useState(false);
  const open = controlled ?? own;
  const [ref, button] = useOpener(open);
  const parts = useRadixFor(open, load);
  const Radix = parts?.Dialog;
  const change = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  return (
    <>
      {trigger && (
        <OpeningButton ref={ref} open={open} onPress={() => change(!open)} load={load}>
          {trigger}
        </OpeningButton>
      )}
      {Radix && (
        <Radix.Root open={open && content.children !== null} onOpenChange={change}>
          {(button ?? opener) && <DeferredTrigger as={Radix.Trigger} button={button ?? opener} />}
          <Radix.Portal>
            <Backdrop />
            <Radix.Content
              {...dialogContent}
              onOpenAutoFocus={parts.focusContent}
              className={wide ? `${dialogPanel} sm:max-w-xl` : dialogPanel}
              {...(content.description ? {} : { "aria-describedby": undefined })}
            >
              <CloseContext value={() => change(false)}>
                <header className="px-5 pe-14 pt-4">
                  <Radix.Title className="pt-1 font-semibold text-lg">{content.title}</Radix.Title>
                </header>
                {content.description && (
                  <Radix.Description className="px-5 pt-1 text-sm text-text-muted">
                    {content.description}
                  </Radix.Description>
                )}
                <div className="min-h-0 overflow-y-auto px-5 py-4">{content.children}</div>
                {content.footer && (
                  <footer className="flex flex-wrap justify-end gap-2 px-5 pb-5">{content.footer}</footer>
                )}
                {/* No tooltip, which would take the first Escape. */}
                <Radix.Close
                  data-close
                  aria-label="Close"
                  className="absolute end-3 top-3.5 inline-flex target items-center justify-center rounded-md text-text-muted transition-colors hover:bg-surface-hover hover:text-text"
                >
                  <X aria-hidden="true" className="size-4" />
                </Radix.Close>
              </CloseContext>
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      )}
    </>
  );
}

/** Closes the surrounding dialog. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Slot onClick={useContext(CloseContext)}>{children}</Slot>;
}

type DialogProps = {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Loads the children, which are null until then. The dialog opens once there is something to focus. */
  load?: () => Promise<unknown>;
  trigger?: ReactNode;
  /** The button that gets the focus back, if it isn't `trigger`. */
  opener?: HTMLElement | null;
  /** For long forms, which would have to scroll otherwise. */
  wide?: boolean;
  title: string;
  description?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
};
