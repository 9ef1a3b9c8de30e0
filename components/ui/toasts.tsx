import { Toaster } from "sonner";

export { type ExternalToast, toast } from "sonner";

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
