import { BookOpen, PencilRuler, Webhook } from "lucide-react";
import Link from "next/link";
import { paths } from "@/lib/paths";

const links = [
  { href: paths.webhookDocs, label: "Documentation", Icon: BookOpen },
  { href: paths.embedBuilder, label: "Embed builder", Icon: PencilRuler },
  { href: paths.allWebhooks, label: "All webhooks", Icon: Webhook },
];

/** Where else webhooks are written about, tried out and listed. */
export function WebhookLinks() {
  return (
    <p className="col-span-full mt-1.5 flex flex-wrap gap-x-4">
      {links.map(({ href, label, Icon }) => (
        <Link
          key={href}
          href={href}
          className="inline-flex target-y items-center gap-1.5 rounded-md text-accent text-sm underline-offset-2 hover:underline"
        >
          <Icon aria-hidden="true" className="size-3.5" />
          {label}
        </Link>
      ))}
    </p>
  );
}
