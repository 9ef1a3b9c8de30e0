import type { Metadata } from "next";
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
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex max-w-5xl flex-col gap-6 px-4 pt-6 pb-16 sm:px-6">
          <AllWebhooks webhooks={webhooks} showHistory={user.role !== "member"} />
        </div>
      </div>
    </>
  );
}
