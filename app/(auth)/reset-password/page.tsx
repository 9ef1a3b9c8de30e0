import type { Metadata } from "next";
import { ResetForm } from "@/components/sign-in/reset-form";
import { TimeZoneProvider } from "@/components/ui/time/time-zone";
import { requestTimeZone } from "@/lib/web/http";
import { openLink, setPasswordByLink } from "./actions";

export const metadata: Metadata = { title: "New password" };

/** The page behind a reset link. Its token follows the #, which browsers don't send; the page's script does. */
export default async function ResetPasswordPage() {
  return (
    <TimeZoneProvider timeZone={await requestTimeZone()} renderedAt={Date.now()}>
      <ResetForm openLink={openLink} setPassword={setPasswordByLink} />
    </TimeZoneProvider>
  );
}
