"use client";

import { useState } from "react";
import { AvatarField } from "@/components/forms/avatar-field";
import { failureOf } from "@/components/forms/failure-of";
import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import { useShownImages } from "@/components/forms/use-shown-images";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toaster";
import { isUploaded } from "@/lib/avatars/dto";
import type { MeDto } from "@/lib/users/dto";

/** Name, title and avatar. An uploaded avatar is saved immediately, a URL with the form. */
export function ProfileForm({ me, title, givenAvatarUrl, updateProfile, setAvatar }: ProfileFormProps) {
  const hasUploaded = isUploaded(givenAvatarUrl);
  const given = hasUploaded ? "" : (givenAvatarUrl ?? "");
  const [address, setAddress] = useState(given);
  const shown = useShownImages([address]);
  const form = useForm({
    fields: ["name", "avatarUrl", "title"],
    send: updateProfile,
    done: () => void toast.success("Profile saved"),
  });

  async function take(avatar: string | null, said: string): Promise<string | null> {
    const failure = failureOf(await setAvatar({ picture: avatar }));
    if (failure !== null) return failure;
    setAddress("");
    toast.success(said);
    return null;
  }

  async function remove(): Promise<void> {
    const failure = await take(null, "Avatar removed").catch(() => "That didn't work. Try again.");
    if (failure !== null) toast.error(failure);
  }

  return (
    <Form state={form}>
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        defaultValue={me.name}
        required
        error={form.errorOf("name")}
      />
      <TextField
        label="Title"
        name="title"
        autoComplete="organization-title"
        placeholder="Site reliability engineer"
        defaultValue={title}
        hint="Optional. Your role or team."
        error={form.errorOf("title")}
      />
      <AvatarField
        name={me.name}
        seed={me.id}
        src={address === given ? me.avatarUrl : shown(address)}
        shape="round"
        uploaded={({ picture: avatar }) => take(avatar, "Avatar saved")}
        remove={hasUploaded ? () => void remove() : undefined}
      />
      <TextField
        label="Avatar URL"
        name="avatarUrl"
        type="url"
        autoComplete="photo"
        placeholder="https://"
        value={address}
        hint="Or link to an image. We'll show your initials otherwise."
        error={form.errorOf("avatarUrl")}
        onChange={(event) => setAddress(event.target.value.trim())}
      />
      <Button type="submit" variant="primary" busy={form.busy} className="self-start">
        Save profile
      </Button>
    </Form>
  );
}

type ProfileFormProps = {
  me: MeDto;
  title: string;
  /** The avatar's URL as entered, or the name of an uploaded one. */
  givenAvatarUrl: string | null;
  updateProfile: FormAction;
  setAvatar: FormAction;
};
