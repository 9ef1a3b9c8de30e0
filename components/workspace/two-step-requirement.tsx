"use client";

import Link from "next/link";
import { failureOf } from "@/components/forms/failure-of";
import type { FormAction } from "@/components/forms/form-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { paths } from "@/lib/paths";

type TwoStepRequirementProps = {
  required: boolean;
  /** How many people have not set it up. */
  without: number;
  /** Whether who looks has. */
  own: boolean;
  setTwoStepRequired: FormAction;
};

/** Whether everybody must have two-step sign-in, and the way to change that. */
export function TwoStepRequirement({ required, without, own, setTwoStepRequired }: TwoStepRequirementProps) {
  const people = without === 1 ? "1 person has" : `${without} people have`;
  return (
    <div className="flex flex-col items-start gap-3 text-sm">
      <p className="font-medium">
        {required ? "Everybody must have two-step sign-in." : "Everybody decides for themselves."}
      </p>
      <p className="text-text-muted">
        {without === 0 ? "All people have set it up." : `${people} not set it up yet.`} Who signs in elsewhere, without
        a password here, isn't asked for it.
      </p>
      {!required && !own ? (
        <p>
          To require it of everybody,{" "}
          <Link href={paths.account} className="text-accent underline underline-offset-2">
            set it up for yourself
          </Link>{" "}
          first.
        </p>
      ) : (
        <ConfirmDialog
          trigger={<Button>{required ? "Make it optional" : "Require it of everybody"}</Button>}
          title={required ? "Make two-step sign-in optional?" : "Require two-step sign-in of everybody?"}
          description={
            required
              ? "Everybody can turn it off again. Who has it keeps it."
              : "Whoever hasn't set it up can do nothing else until they have, also where they are signed in now."
          }
          confirmText={required ? "Make optional" : "Require it"}
          tone={required ? "danger" : "neutral"}
          onConfirm={async () => failureOf(await setTwoStepRequired({ required: !required }))}
        />
      )}
    </div>
  );
}
