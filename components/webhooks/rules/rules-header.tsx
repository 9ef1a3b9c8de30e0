"use client";

import type { ReactNode } from "react";
import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { Avatar } from "@/components/ui/display/avatar";
import { ArrowLeft } from "@/components/ui/icons/more-icons";
import type { WebhookDto } from "@/lib/webhooks/dto";

type RulesHeaderProps = {
  webhook: WebhookDto;
  title: string;
  /** One line below the title. */
  note: string;
  back: { href: string; label: string };
  /** Links and buttons at the end of the title's line. */
  children?: ReactNode;
};

/** The title of a page about a webhook's rules, with a link back. */
export function RulesHeader({ webhook, title, note, back, children }: RulesHeaderProps) {
  return (
    <header>
      <Link href={back.href} className={buttonStyle("ghost", "small", "-ms-2.5 -mt-2 mb-2")}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        {back.label}
      </Link>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-64 items-center gap-3">
          <Avatar name={webhook.name} seed={webhook.id} src={webhook.avatarUrl} shape="square" size={40} />
          <div className="min-w-0">
            <h2 className="break-words font-semibold text-lg">{title}</h2>
            <p className="text-sm text-text-muted">{note}</p>
          </div>
        </div>
        {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
      </div>
    </header>
  );
}
