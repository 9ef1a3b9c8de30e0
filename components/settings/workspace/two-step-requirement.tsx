"use client";

import { Button } from "@/components/ui/controls/button";
import { Link } from "@/components/ui/controls/link";
import { failureOf } from "@/components/ui/forms/failure-of";
import type { FormAction } from "@/components/ui/forms/form-action";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { accountPaths } from "@/lib/text/account-paths";

type TwoStepRequirementProps = {
  required: boolean;
  /** How many people haven't set it up. */
  without: number;
  /** Whether the viewer has set it up. */
  own: boolean;
  setTwoStepRequired: FormAction;
};

/** Shows whether two-step sign-in is required, with a button to change that. */
export function TwoStepRequirement({ required, without, own, setTwoStepRequired }: TwoStepRequirementProps) {
  const people = without === 1 ? "1 person hasn't" : `${without} people haven't`;
  return (
    <div className="flex flex-col items-start gap-3 text-sm">
      <p className="font-medium">{required ? "Required for everyone with a password." : "Optional for members."}</p>
      <p className="text-text-muted">
        {without === 0 ? "Everyone has set it up." : `${people} set it up yet.`} People who only use single sign-on
        aren't asked for it.
      </p>
      {!required && !own ? (
        <p>
          To require it for everyone,{" "}
          <Link href={accountPaths.security} className="text-accent underline underline-offset-2">
            set it up for yourself
          </Link>{" "}
          first.
        </p>
      ) : (
        <ConfirmDialog
          trigger={<Button>{required ? "Make it optional" : "Require it for everyone"}</Button>}
          title={required ? "Make two-step sign-in optional?" : "Require two-step sign-in?"}
          description={
            required
              ? "People who use it keep it, but anyone can turn it off."
              : "People who haven't set it up must do so before they can do anything else, even where they're already signed in."
          }
          confirmText={required ? "Make optional" : "Require it"}
          tone={required ? "danger" : "neutral"}
          onConfirm={async () => failureOf(await setTwoStepRequired({ required: !required }))}
        />
      )}
    </div>
  );
}
