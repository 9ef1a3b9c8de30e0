import { copyText } from "@/components/ui/hooks/copy-text";
import { copyLinkTo } from "@/components/ui/overlays/copy-link";
import { toast } from "@/components/ui/overlays/toaster";
import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";

/** Copies a link to the message and shows a toast. */
export function copyLink({ channelId, seq }: MessageDto): Promise<void> {
  return copyLinkTo(paths.message(channelId, seq));
}

/** Copies the message's text as it was written and shows a toast. */
export async function copyContent(message: MessageDto): Promise<void> {
  if (await copyText(message.content)) toast("Text copied");
  else toast.error("Couldn't copy the text. Select it and copy it yourself.");
}
