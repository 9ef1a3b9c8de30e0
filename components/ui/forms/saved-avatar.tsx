"use client";

import type { ComponentProps } from "react";
import { AvatarField } from "@/components/ui/forms/avatar-field";
import { failureOf } from "@/components/ui/forms/failure-of";
import type { FormAction } from "@/components/ui/forms/form-action";
import { toast } from "@/components/ui/overlays/toaster";

type SavedAvatarProps = Omit<ComponentProps<typeof AvatarField>, "label" | "uploaded" | "remove"> & {
  /** "Avatar" or "Logo". */
  label: string;
  /** Whether it was uploaded, and so can be removed. */
  isUploaded: boolean;
  /** Its input's `picture` is the name of an uploaded image, or null. */
  save: FormAction;
};

/** An avatar or logo that is saved as soon as another one is uploaded or it's removed. */
export function SavedAvatar({ label, isUploaded, save, ...rest }: SavedAvatarProps) {
  async function take(picture: string | null, said: string): Promise<string | null> {
    const failure = failureOf(await save({ picture }));
    if (failure === null) toast.success(said);
    return failure;
  }

  async function remove(): Promise<void> {
    const failure = await take(null, `${label} removed`).catch(() => "That didn't work. Try again.");
    if (failure !== null) toast.error(failure);
  }

  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 font-medium text-sm">
        {label}
      </p>
      <AvatarField
        {...rest}
        label={label}
        uploaded={({ picture }) => take(picture, `${label} saved`)}
        remove={isUploaded ? () => void remove() : undefined}
      />
    </div>
  );
}
