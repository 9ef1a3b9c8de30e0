import { toast } from "@/components/ui/overlays/toaster";

/** Says what was done, with a button that undoes it if it can be undone. */
export function toldUndo(text: string, undo: (() => void) | null, description?: string): void {
  toast(text, {
    ...(description !== undefined && { description }),
    ...(undo && { action: { label: "Undo", onClick: undo } }),
  });
}
