import type { Metadata } from "next";
import { Health } from "@/components/settings/health/health";
import { readHealth } from "@/lib/operation/health/read-health";
import { orNotFound } from "@/lib/web/http";
import { requirePageUser } from "@/lib/web/session";
import { backUpNow, sendTestMail } from "./actions";

export const metadata: Metadata = { title: "Health" };

/** How the install is doing: what runs, what is wrong and what to do about it, for owners and admins. */
export default async function HealthPage() {
  const user = await requirePageUser();
  return <Health rendered={await orNotFound(readHealth(user))} actions={{ backUpNow, sendTestMail }} />;
}
