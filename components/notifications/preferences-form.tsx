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

/** Keywords, and the level that new channels start with. */
export function PreferencesForm({ preferences, savePreferences }: PreferencesFormProps) {
  const form = useForm({
    fields: ["newChannels", "keywords"],
    send: savePreferences,
    done: () => void toast.success("Notification settings saved"),
  });
  return (
    <Form state={form}>
      <SelectField
        label="Default for new channels"
        name="newChannels"
        defaultValue={preferences.newChannels}
        options={levelsOf("public")}
        hint="Use the bell in a channel to override this for that channel."
        error={form.errorOf("newChannels")}
      />
      <TextField
        label="Keywords"
        name="keywords"
        defaultValue={preferences.keywords.join(", ")}
        placeholder="deploy, on fire"
        hint="Notify me when these words appear. Separate them with commas."
        autoComplete="off"
        error={form.errorOf("keywords")}
      />
      <Button type="submit" variant="primary" busy={form.busy} className="self-start">
        Save changes
      </Button>
    </Form>
  );
}
