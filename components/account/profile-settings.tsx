"use client";

import { useState } from "react";
import { AvatarField } from "@/components/forms/avatar-field";
import { failureOf } from "@/components/forms/failure-of";
import type { FormAction } from "@/components/forms/form-action";
import { SavedText } from "@/components/forms/saved-text";
import { useShownImages } from "@/components/forms/use-shown-images";
import { toast } from "@/components/ui/toaster";
import { isUploaded } from "@/lib/avatars/dto";
import type { MeDto } from "@/lib/users/dto";

/** Your name, title and avatar. */
export function ProfileSettings({ me, title, givenAvatarUrl, updateProfile, setAvatar }: ProfileSettingsProps) {
  const hasUploaded = isUploaded(givenAvatarUrl);
  const given = hasUploaded ? "" : (givenAvatarUrl ?? "");
  // What is typed as the avatar's URL; null while it's the stored one.
  const [typed, setTyped] = useState<string | null>(null);
  const address = (typed ?? given).trim();
  const shown = useShownImages([address]);

  async function take(avatar: string | null, said: string): Promise<string | null> {
    const failure = failureOf(await setAvatar({ picture: avatar }));
    if (failure === null) toast.success(said);
    return failure;
  }

  async function remove(): Promise<void> {
    const failure = await take(null, "Avatar removed").catch(() => "That didn't work. Try again.");
    if (failure !== null) toast.error(failure);
  }

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
      <div>
        <p aria-hidden="true" className="mb-1.5 font-medium text-sm">
          Avatar
        </p>
        <AvatarField
          name={me.name}
          seed={me.id}
          src={address === given ? me.avatarUrl : shown(address)}
          shape="round"
          uploaded={({ picture: avatar }) => take(avatar, "Avatar saved")}
          remove={hasUploaded ? () => void remove() : undefined}
        />
      </div>
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
