import type { Metadata } from "next";
import { ResetForm } from "@/components/auth/reset-form";
import { openLink, setPassword } from "./actions";

export const metadata: Metadata = { title: "New password" };

/** Where a reset link leads. Its token stands behind the #, which no browser sends: the page's script does. */
export default function ResetPasswordPage() {
  return <ResetForm openLink={openLink} setPassword={setPassword} />;
}
