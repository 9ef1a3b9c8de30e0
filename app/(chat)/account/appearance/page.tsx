import type { Metadata } from "next";
import { requestChoices } from "@/app/request-choices";
import { AppearanceChoices } from "@/components/account/appearance-choices";
import { requirePageUser } from "@/lib/web/session";

export const metadata: Metadata = { title: "Appearance" };

/** Theme, density and text size of this browser. */
export default async function AppearancePage() {
  await requirePageUser();
  return <AppearanceChoices rendered={await requestChoices()} />;
}
