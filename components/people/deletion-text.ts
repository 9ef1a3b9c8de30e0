import { shortDate } from "@/components/ui/time/time-format";
import type { DeletionChoice, DeletionPreviewDto } from "@/lib/people/deletion-dto";
import { counted, sizeText } from "@/lib/text/size-text";

type KeptParts = Pick<DeletionChoice, "messages" | "files">;

/** Says what is deleted whatever is chosen. */
export function lossText({ drafts, saved, sessions }: DeletionPreviewDto): string {
  const own = [
    ...(drafts === 0 ? [] : [counted(drafts, "draft", "drafts")]),
    ...(saved === 0 ? [] : [counted(saved, "saved item", "saved items")]),
  ];
  const parts = ["their account", "profile", ...own, "notifications"];
  const out = sessions === 0 ? "" : `, and signs them out on ${counted(sessions, "device", "devices")}`;
  return `Deletes ${new Intl.ListFormat("en").format(parts)}${out}.`;
}

/** Names their files with their size: "12 files (3.4 MiB)". */
export function filesText({ files, fileBytes }: DeletionPreviewDto): string {
  return `${counted(files, "file", "files")} (${sizeText(fileBytes)})`;
}

/** Says what happens to their files if they're kept or removed, which depends on what happens to their messages. */
export function fileHints({ messages }: KeptParts): Record<"keep" | "remove", string> {
  return messages === "keep"
    ? { keep: "They stay in their messages", remove: "Messages without text go too" }
    : { keep: "They stay, in messages without text", remove: "They go with their messages" };
}

/** Says what still has their data or stays afterwards. */
export function remainsText({ backups, webhooks }: DeletionPreviewDto): string {
  const stays = webhooks === 1 ? "stays, and they may know the URL" : "stay, and they may know the URLs";
  return [
    ...(backups.count === 0 ? [] : [backupsText(backups)]),
    ...(webhooks === 0 ? [] : [`${counted(webhooks, "webhook", "webhooks")} they created ${stays}.`]),
    "The audit log keeps what they did, under a number instead of their name.",
  ].join(" ");
}

function backupsText({ count, until }: DeletionPreviewDto["backups"]): string {
  const still = `${counted(count, "backup", "backups")} still ${count === 1 ? "has" : "have"} their data`;
  if (until === null) return `${still} until you delete ${count === 1 ? "it" : "them"}.`;
  const day = shortDate(new Date(`${until}T12:00:00Z`), "UTC");
  return count === 1 ? `${still} until ${day}.` : `${still}, the last of them until ${day}.`;
}
