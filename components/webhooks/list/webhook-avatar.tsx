"use client";

import { type ReactNode, useId, useState } from "react";
import { TextField } from "@/components/ui/controls/text-field";
import { AvatarField } from "@/components/ui/forms/avatar-field";
import { useShownImages } from "@/components/ui/forms/use-shown-images";
import { isUploaded } from "@/lib/people/avatars/dto";
import type { WebhookDto } from "@/lib/webhooks/dto";

type WebhookAvatarOptions = {
  webhook?: WebhookDto;
  name: string;
  /** The chosen tool's logo. */
  byDefault: string | null;
  error: string | null;
};

/** Two ways to set a webhook's avatar, an upload and a URL; whichever was set last applies. Render both in its form. */
export function useWebhookAvatar({
  webhook,
  name,
  byDefault,
  error,
}: WebhookAvatarOptions): Record<"upload" | "address", ReactNode> {
  const { id, avatarUrl, givenAvatarUrl } = webhook ?? NEW;
  const given = isUploaded(givenAvatarUrl) ? "" : (givenAvatarUrl ?? "");
  const [address, setAddress] = useState(given);
  const [uploaded, setUploaded] = useState(
    isUploaded(givenAvatarUrl) ? { picture: givenAvatarUrl, shown: avatarUrl } : null,
  );
  const seed = useId();
  const shown = useShownImages([address]);

  function give(text: string): void {
    setAddress(text);
    if (text.trim() !== "") setUploaded(null);
  }

  const elsewhere = address !== "" && address === given ? avatarUrl : shown(address.trim());
  const standIn = address.trim() === "" ? byDefault : elsewhere;
  return {
    upload: (
      <>
        <AvatarField
          name={name}
          seed={id ?? seed}
          src={uploaded ? uploaded.shown : standIn}
          shape="square"
          uploaded={async (uploaded) => {
            setUploaded(uploaded);
            setAddress("");
            return null;
          }}
          remove={uploaded ? () => setUploaded(null) : undefined}
        />
        <input type="hidden" name="picture" value={uploaded?.picture ?? ""} />
      </>
    ),
    address: (
      <TextField
        label="Avatar URL"
        name="avatarUrl"
        type="url"
        value={address}
        autoComplete="off"
        placeholder="https://"
        hint={`Optional. Leave it empty for ${byDefault === null ? "a generated icon" : "the tool's logo"}.`}
        error={error}
        onChange={({ currentTarget }) => give(currentTarget.value)}
      />
    ),
  };
}

const NEW = { id: null, avatarUrl: null, givenAvatarUrl: null } as const;
