"use client";

import { useState } from "react";
import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import { useShownImages } from "@/components/forms/use-shown-images";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toaster";
import type { MeDto } from "@/lib/users/dto";

/** Name and picture, with the picture as it will be. */
export function ProfileForm({ me, givenAvatarUrl, updateProfile }: ProfileFormProps) {
  const [address, setAddress] = useState(givenAvatarUrl ?? "");
  const shown = useShownImages([address]);
  const form = useForm({
    fields: ["name", "avatarUrl"],
    send: updateProfile,
    done: () => void toast.success("Profile saved"),
  });
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
      <div className="flex items-start gap-3">
        <TextField
          label="Avatar URL"
          name="avatarUrl"
          type="url"
          autoComplete="photo"
          placeholder="https://"
          defaultValue={givenAvatarUrl ?? ""}
          hint="Optional. Without one you get your initials."
          error={form.errorOf("avatarUrl")}
          className="min-w-0 flex-1"
          onChange={(event) => setAddress(event.target.value.trim())}
        />
        <Avatar
          name={me.name}
          seed={me.id}
          src={address === givenAvatarUrl ? me.avatarUrl : shown(address)}
          size={56}
          className="mt-1"
        />
      </div>
      <Button type="submit" variant="primary" busy={form.busy} className="self-start">
        Save profile
      </Button>
    </Form>
  );
}

type ProfileFormProps = {
  me: MeDto;
  /** The address that was given for the picture. */
  givenAvatarUrl: string | null;
  updateProfile: FormAction;
};
