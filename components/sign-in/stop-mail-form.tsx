"use client";

import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { Form } from "@/components/ui/forms/form";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useForm } from "@/components/ui/forms/use-form";
import { paths } from "@/lib/text/paths";
import { AuthHeading } from "./auth-heading";

/** Unsubscribes from missed-message emails with one button. */
export function StopMailForm({ code, stopMail }: { code: string; stopMail: FormAction }) {
  const [stopped, setStopped] = useState(false);
  const form = useForm({ fields: [], send: () => stopMail({ code }), done: () => setStopped(true) });
  return (
    <>
      <div role="status">
        <AuthHeading title={stopped ? "You're unsubscribed" : "Unsubscribe from missed-message emails?"}>
          {stopped
            ? "Your mentions and direct messages are still in Parley. You can turn these emails back on in your notification settings."
            : "You'll still find mentions and direct messages in Parley. You can turn these emails back on in your notification settings."}
        </AuthHeading>
      </div>
      {stopped ? (
        <Link href={paths.home} className={buttonStyle("secondary", "large", "w-full")}>
          Open Parley
        </Link>
      ) : (
        <Form state={form}>
          <Button type="submit" variant="primary" size="large" busy={form.busy} className="w-full">
            Unsubscribe
          </Button>
        </Form>
      )}
    </>
  );
}
