"use client";

import { Form } from "@/components/forms/form";
import type { FormAction } from "@/components/forms/form-action";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toaster";
import type { NotificationPreferencesDto } from "@/lib/users/dto";
import { levelsOf } from "./levels";

type PreferencesFormProps = { preferences: NotificationPreferencesDto; savePreferences: FormAction };

/** What one is told of in all channels. */
export function PreferencesForm({ preferences, savePreferences }: PreferencesFormProps) {
  const form = useForm({
    fields: ["newChannels", "keywords"],
    send: savePreferences,
    done: () => void toast.success("Notifications saved"),
  });
  return (
    <Form state={form}>
      <SelectField
        label="Channels that you join notify you of"
        name="newChannels"
        defaultValue={preferences.newChannels}
        options={levelsOf("public")}
        hint="Each channel's bell changes it for that channel."
        error={form.errorOf("newChannels")}
      />
      <TextField
        label="Keywords"
        name="keywords"
        defaultValue={preferences.keywords.join(", ")}
        placeholder="deploy, on fire"
        hint="Words that count as a mention of you, with commas between them."
        autoComplete="off"
        error={form.errorOf("keywords")}
      />
      <Button type="submit" variant="primary" busy={form.busy} className="self-start">
        Save notifications
      </Button>
    </Form>
  );
}
