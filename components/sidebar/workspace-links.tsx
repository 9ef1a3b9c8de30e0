"use client";

import { clsx } from "clsx";
import { HardDrive, Lock, ScrollText, Webhook } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { paths } from "@/lib/paths";

const webhooks = { href: paths.allWebhooks, label: "Webhooks", Icon: Webhook };
const auditLog = { href: paths.auditLog, label: "Audit log", Icon: ScrollText };
const files = { href: paths.files, label: "Files", Icon: HardDrive };
const security = { href: paths.security, label: "Security", Icon: Lock };

/** The sidebar's links to workspace pages. */
export function WorkspaceLinks({ isAdmin }: { isAdmin: boolean }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Workspace">
      <ul>
        {(isAdmin ? [webhooks, files, auditLog, security] : [webhooks]).map(({ href, label, Icon }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={pathname === href ? "page" : undefined}
              className={clsx(
                "target-y flex items-center gap-1.5 rounded-md px-2.5 text-sm",
                pathname === href
                  ? "bg-surface-selected text-text"
                  : "text-text-muted hover:bg-surface-hover hover:text-text",
              )}
            >
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
