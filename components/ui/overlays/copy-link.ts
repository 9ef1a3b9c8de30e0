import { copyText } from "@/components/ui/hooks/copy-text";
import { toast } from "./toaster";

/** Copies a link to a page of Parley and shows a toast. */
export async function copyLinkTo(path: string): Promise<void> {
  if (await copyText(new URL(path, window.location.href).href)) toast("Link copied");
  else toast.error("Couldn't copy the link. Copy it from the address bar instead.");
}
