import type { Metadata } from "next";
import { ResetForm } from "@/components/auth/reset-form";
import { TimeZoneProvider } from "@/components/ui/time-zone";
import { requestTimeZone } from "@/lib/web/http";
import { openLink, setPassword } from "./actions";

export const metadata: Metadata = { title: "New password" };

/** Where a reset link leads. Its token stands behind the #, which no browser sends: the page's script does. */
export default async function ResetPasswordPage() {
  return (
    <TimeZoneProvider timeZone={await requestTimeZone()} renderedAt={Date.now()}>
      <ResetForm openLink={openLink} setPassword={setPassword} />
    </TimeZoneProvider>
  );
}
