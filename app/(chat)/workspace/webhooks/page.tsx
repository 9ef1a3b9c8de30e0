import type { Metadata } from "next";
import { PageBody } from "@/components/frame/page-body";
import { PageHeader } from "@/components/frame/page-header";
import { AllWebhooks } from "@/components/webhooks/all/all-webhooks";
import { requirePageUser } from "@/lib/web/session";
import { allWebhooks, countWebhooks } from "@/lib/webhooks/all-webhooks";
import { allWebhooksSchema } from "@/lib/webhooks/schema";
import { loadMoreWebhooks } from "./actions";

export const metadata: Metadata = { title: "Webhooks" };

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/**
 * All webhooks that the person may manage; owners and admins see every webhook. Query: `q`, `state`, `channel` and
 * `sort` (`channel`, `state`, `used` or `created`) and `order` (`reversed`).
 */
export default async function AllWebhooksPage({ searchParams }: PageProps) {
  const user = await requirePageUser();
  const { after: _, ...query } = allWebhooksSchema.parse(await searchParams);
  const [first, counts] = await Promise.all([allWebhooks(user, query), countWebhooks(user, query)]);
  const filter = {
    q: query.q,
    state: query.state ?? "",
    channel: `${query.channel ?? ""}`,
    sort: query.sort === "name" ? "" : query.sort,
    order: query.order,
  };
  return (
    <>
      <PageHeader title="All webhooks" />
      <PageBody wide className="gap-6 pt-6 sm:px-6">
        <AllWebhooks
          first={first}
          counts={counts}
          filter={filter}
          loadMore={loadMoreWebhooks}
          showHistory={user.role !== "member"}
        />
      </PageBody>
    </>
  );
}
