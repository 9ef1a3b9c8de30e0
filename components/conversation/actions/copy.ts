import { copyText } from "@/components/ui/copy-text";
import { toast } from "@/components/ui/toaster";
import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";

/** Copies a link to the message and shows a toast. */
export async function copyLink(message: MessageDto): Promise<void> {
  const url = new URL(paths.message(message.channelId, message.seq), window.location.href);
  if (await copyText(url.href)) toast("Link copied");
  else toast.error("Couldn't copy the link. Copy it from the address bar instead.");
}

/** Copies the message's text as it was written and shows a toast. */
export async function copyContent(message: MessageDto): Promise<void> {
  if (await copyText(message.content)) toast("Text copied");
  else toast.error("Couldn't copy the text. Select it and copy it yourself.");
}
