"use client";

import { useState } from "react";
import type { FormAction } from "@/components/ui/forms/form-action";
import { SavedAvatar } from "@/components/ui/forms/saved-avatar";
import { SavedText } from "@/components/ui/forms/saved-text";
import { useShownImages } from "@/components/ui/forms/use-shown-images";
import { isUploaded } from "@/lib/people/avatars/dto";
import type { MeDto } from "@/lib/people/dto";

/** Your name, title and avatar. */
export function ProfileSettings({ me, title, givenAvatarUrl, updateProfile, setAvatar }: ProfileSettingsProps) {
  const hasUploaded = isUploaded(givenAvatarUrl);
  const given = hasUploaded ? "" : (givenAvatarUrl ?? "");
  // What is typed as the avatar's URL; null while it's the stored one.
  const [typed, setTyped] = useState<string | null>(null);
  const address = (typed ?? given).trim();
  const shown = useShownImages([address]);

  return (
    <div className="flex flex-col gap-5">
      <SavedText label="Your name" field="name" autoComplete="name" value={me.name} required save={updateProfile} />
      <SavedText
        label="Title"
        field="title"
        autoComplete="organization-title"
        placeholder="Site reliability engineer"
        value={title}
        hint="Optional. Your role or team."
        save={updateProfile}
      />
      <SavedAvatar
        label="Avatar"
        name={me.name}
        seed={me.id}
        src={address === given ? me.avatarUrl : shown(address)}
        shape="round"
        isUploaded={hasUploaded}
        save={setAvatar}
      />
      <SavedText
        label="Avatar URL"
        field="avatarUrl"
        type="url"
        autoComplete="photo"
        placeholder="https://"
        value={given}
        hint="Or link to an image. We'll show your initials otherwise."
        edited={setTyped}
        save={updateProfile}
      />
    </div>
  );
}

type ProfileSettingsProps = {
  me: MeDto;
  title: string;
  /** The avatar's URL as entered, or the name of an uploaded one. */
  givenAvatarUrl: string | null;
  updateProfile: FormAction;
  setAvatar: FormAction;
};
