import type { LocalFile } from "@/components/chat/composer/files/local-file";
import type { Answer } from "@/lib/browser/request";
import { sendForm } from "@/lib/browser/send-form";
import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";

/**
 * A message to send, to the channel itself or as a reply in the thread `threadId`, which with `inChannel` appears in the
 * channel, too.
 */
export type OutgoingMessage = {
  content: string;
  nonce: string;
  threadId: string | null;
  inChannel?: boolean | undefined;
  files: readonly LocalFile[];
};

/** The server's answer, or that the connection was lost or the upload aborted. */
export type UploadAnswer = Answer<MessageDto> | "lost" | "aborted";

/** Sends a message with its files and reports progress from 0 to 1. Aborting the request cancels it. Never rejects. */
export function uploadBy(
  request: XMLHttpRequest,
  channelId: string,
  message: OutgoingMessage,
  onProgress: (share: number) => void,
): Promise<UploadAnswer> {
  const { content, nonce, threadId, inChannel = false, files } = message;
  const form = new FormData();
  form.set("nonce", nonce);
  form.set("content", content);
  if (threadId !== null) form.set("threadId", threadId);
  if (inChannel) form.set("inChannel", "true");
  for (const { file } of files) form.append("files", file);
  return sendForm(request, paths.api.messages(channelId), form, onProgress);
}
