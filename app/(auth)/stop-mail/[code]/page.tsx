import type { Metadata } from "next";
import { AuthHeading } from "@/components/sign-in/auth-heading";
import { StopMailForm } from "@/components/sign-in/stop-mail-form";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { ownerOfCode } from "@/lib/attention/digest/subscription";
import { accountPaths } from "@/lib/text/account-paths";
import { stopMail } from "./actions";

export const metadata: Metadata = { title: "Unsubscribe" };

/** The page behind an unsubscribe link. Only the button unsubscribes, because mail programs open links too. */
export default async function StopMailPage({ params }: { params: Promise<{ code: string }> }) {
  const { code } = await params;
  if (ownerOfCode(code) !== null) return <StopMailForm code={code} stopMail={stopMail} />;
  return (
    <>
      <AuthHeading title="This link is incomplete">
        Copy the whole link and open it again, or sign in and turn emails off in your notification settings.
      </AuthHeading>
      <Link href={accountPaths.notifications} className={buttonStyle("secondary", "medium", "w-full")}>
        Go to notification settings
      </Link>
    </>
  );
}
