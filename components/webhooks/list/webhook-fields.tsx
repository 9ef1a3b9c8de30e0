import type { ComponentProps } from "react";
import { TextArea } from "@/components/ui/controls/text-area";
import { TextField } from "@/components/ui/controls/text-field";

/** The fields of the forms that create and edit a webhook. */
export const webhookFields = ["name", "description", "avatarUrl", "picture"] as const;

type NameFieldProps = Omit<ComponentProps<typeof TextField>, "label" | "name">;

/** The webhook's name. */
export function NameField(props: NameFieldProps) {
  return (
    <TextField
      label="Name"
      name="name"
      autoComplete="off"
      data-1p-ignore
      data-lpignore="true"
      required
      hint="Shown as the sender. A message can override it."
      {...props}
    />
  );
}

type DescriptionFieldProps = { defaultValue?: string; error: string | null };

/** The webhook's description. */
export function DescriptionField(props: DescriptionFieldProps) {
  return (
    <TextArea
      label="Description"
      name="description"
      rows={2}
      hint="Optional. What uses this webhook and where it's configured."
      {...props}
    />
  );
}
