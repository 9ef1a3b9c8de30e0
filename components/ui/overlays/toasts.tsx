import { type ExternalToast, toast as show, Toaster } from "sonner";

export type { ExternalToast } from "sonner";

// Long enough to read it and to reach its button by keyboard. Alt+T, like the pointer, stops the time.
const ACTION_MS = 12_000;

function withTime(options?: ExternalToast): ExternalToast | undefined {
  return options?.action ? { duration: ACTION_MS, ...options } : options;
}

/** Shows a toast. One with an action stays longer. */
export const toast = Object.assign((text: string, options?: ExternalToast) => show(text, withTime(options)), {
  success: (text: string, options?: ExternalToast) => show.success(text, withTime(options)),
  error: (text: string, options?: ExternalToast) => show.error(text, withTime(options)),
});

/** The toasts that are shown. */
export function Toasts() {
  return (
    <Toaster
      position="bottom-center"
      // Above the composer, and on a phone above the bar too.
      offset={{ bottom: "8rem" }}
      mobileOffset={{ bottom: "calc(10.5rem + env(safe-area-inset-bottom))" }}
      gap={8}
      visibleToasts={3}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-center gap-2.5 rounded-xl bg-surface-raised px-4 py-3 font-sans text-sm text-text shadow-float",
          title: "font-medium",
          description: "text-text-muted",
          actionButton: "ms-auto target-y shrink-0 rounded-md px-2.5 font-medium text-accent hover:bg-surface-hover",
          error: "[&_[data-icon]]:text-danger",
          success: "[&_[data-icon]]:text-success",
          warning: "[&_[data-icon]]:text-warning",
        },
      }}
    />
  );
}
