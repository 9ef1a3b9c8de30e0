import type { Metadata } from "next";
import { SettingsSection } from "@/components/settings/settings-section";
import { CustomEmojiList } from "@/components/settings/workspace/custom-emoji-list";
import { listEmoji } from "@/lib/messages/emoji/custom/custom-emoji";
import { requirePageUser } from "@/lib/web/session";
import { deleteEmoji } from "./actions";

export const metadata: Metadata = { title: "Emoji" };

/** The custom emoji. Everyone sees and adds them. */
export default async function EmojiPage() {
  const user = await requirePageUser();
  return (
    <SettingsSection
      title="Emoji"
      hint="Your own images for messages and reactions. People and webhooks write them as :name:. Every member can add them."
    >
      <CustomEmojiList emoji={await listEmoji(user)} deleteEmoji={deleteEmoji} />
    </SettingsSection>
  );
}
