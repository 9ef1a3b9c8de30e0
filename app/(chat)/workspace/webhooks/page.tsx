import type { Metadata } from "next";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { AllWebhooks } from "@/components/workspace/all-webhooks";
import { requirePageUser } from "@/lib/auth/session";
import { allWebhooks } from "@/lib/webhooks/all-webhooks";

export const metadata: Metadata = { title: "Webhooks" };

/** The webhooks that one may manage, over all channels; for owners and admins, every webhook there is. */
export default async function AllWebhooksPage() {
  const user = await requirePageUser();
  const webhooks = await allWebhooks(user);
  return (
    <>
      <PageHeader title="Webhooks" note="Of all channels" />
      <PageBody wide className="gap-6 pt-6 sm:px-6">
        <AllWebhooks webhooks={webhooks} showHistory={user.role !== "member"} />
      </PageBody>
    </>
  );
}
