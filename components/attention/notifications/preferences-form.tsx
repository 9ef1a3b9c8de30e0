"use client";

import type { FormAction } from "@/components/ui/forms/form-action";
import { SavedSelect } from "@/components/ui/forms/saved-choice";
import { SavedText } from "@/components/ui/forms/saved-text";
import type { NotificationPreferencesDto } from "@/lib/people/dto";
import { levelsOf } from "./levels";

type PreferencesFormProps = { preferences: NotificationPreferencesDto; savePreferences: FormAction };

/** Keywords, and the level that new channels start with. */
export function PreferencesForm({ preferences, savePreferences }: PreferencesFormProps) {
  return (
    <div className="flex flex-col gap-6">
      <SavedSelect
        label="Default for new channels"
        field="newChannels"
        value={preferences.newChannels}
        options={levelsOf("public")}
        hint="Use the bell in a channel to override this for that channel."
        save={savePreferences}
      />
      <SavedText
        label="Keywords"
        field="keywords"
        value={preferences.keywords.join(", ")}
        placeholder="deploy, on fire"
        hint="Notify me when these words appear. Separate them with commas."
        autoComplete="off"
        save={savePreferences}
      />
    </div>
  );
}
