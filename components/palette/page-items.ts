import {
  Bell,
  Bookmark,
  Compass,
  Inbox,
  Lock,
  PencilLine,
  Settings,
  Siren,
  SmilePlus,
  Users,
} from "@/components/ui/icons/icons";
import {
  BookOpen,
  CircleUser,
  HardDrive,
  HeartPulse,
  KeyRound,
  MonitorSmartphone,
  Palette,
  Paperclip,
  PencilRuler,
  ScrollText,
  TextSearch,
  Webhook,
} from "@/components/ui/icons/more-icons";
import type { WorkspaceRole } from "@/lib/people/dto";
import { accountPaths } from "@/lib/text/account-paths";
import { paths } from "@/lib/text/paths";
import { webhookPaths } from "@/lib/text/webhook-paths";
import { workspacePaths } from "@/lib/text/workspace-paths";
import type { PaletteItem } from "./palette-item";

const ADMIN_PAGES = ["page:files", "page:audit-log", "page:security", "page:health"];

const pages: readonly Omit<PaletteItem, "group">[] = [
  {
    id: "page:search",
    label: "Search messages",
    keywords: ["Find messages", "Full text search"],
    Icon: TextSearch,
    command: { kind: "go", href: paths.search("") },
  },
  {
    id: "page:inbox",
    label: "Inbox",
    keywords: ["Mentions", "Threads", "Reactions", "Notices", "Activity", "Notifications"],
    Icon: Inbox,
    command: { kind: "go", href: paths.inbox() },
  },
  {
    id: "page:drafts",
    label: "Drafts",
    keywords: ["Unsent messages"],
    Icon: PencilLine,
    command: { kind: "go", href: paths.drafts },
  },
  {
    id: "page:later",
    label: "Later",
    keywords: ["Saved messages", "Bookmarks", "Reminders", "Remind me"],
    Icon: Bookmark,
    command: { kind: "go", href: paths.later() },
  },
  {
    id: "page:all-files",
    label: "Files",
    keywords: ["Images", "Videos", "Attachments", "Uploads", "Documents"],
    Icon: Paperclip,
    command: { kind: "go", href: paths.allFiles },
  },
  {
    id: "page:incidents",
    label: "Incidents",
    keywords: ["Alerts", "Burning", "On-call", "Open cards", "Acknowledge"],
    Icon: Siren,
    command: { kind: "go", href: paths.incidents },
  },
  {
    id: "page:account",
    label: "Account settings",
    keywords: ["Profile", "Avatar", "Name", "Title", "Preferences", "Presence"],
    Icon: CircleUser,
    command: { kind: "go", href: paths.account },
  },
  {
    id: "page:account-appearance",
    label: "Appearance",
    keywords: ["Theme settings", "Text size", "Density settings"],
    Icon: Palette,
    command: { kind: "go", href: accountPaths.appearance },
  },
  {
    id: "page:account-notifications",
    label: "Notification settings",
    keywords: ["Keywords", "Quiet hours", "Push notifications", "Muted people"],
    Icon: Bell,
    command: { kind: "go", href: accountPaths.notifications },
  },
  {
    id: "page:account-security",
    label: "Password and two-step sign-in",
    keywords: ["Passkeys", "Recovery codes", "Single sign-on"],
    Icon: KeyRound,
    command: { kind: "go", href: accountPaths.security },
  },
  {
    id: "page:account-devices",
    label: "Devices",
    keywords: ["Sessions", "Sign out elsewhere", "Offline"],
    Icon: MonitorSmartphone,
    command: { kind: "go", href: accountPaths.devices },
  },
  {
    id: "page:workspace-settings",
    label: "Workspace settings",
    keywords: ["Workspace name", "Logo", "Default channels", "Permissions", "Who can invite"],
    Icon: Settings,
    command: { kind: "go", href: workspacePaths.settings },
  },
  {
    id: "page:people",
    label: "People",
    keywords: ["Members of the workspace", "Users"],
    Icon: Users,
    command: { kind: "go", href: paths.people },
  },
  {
    id: "page:browse",
    label: "Browse channels",
    keywords: ["Join a channel", "Archived channels"],
    Icon: Compass,
    command: { kind: "go", href: paths.browse },
  },
  {
    id: "page:webhooks",
    label: "All webhooks",
    keywords: ["Workspace webhooks"],
    Icon: Webhook,
    command: { kind: "go", href: workspacePaths.webhooks },
  },
  {
    id: "page:files",
    label: "Storage",
    keywords: ["Files", "Disk", "Uploads", "Quota"],
    Icon: HardDrive,
    command: { kind: "go", href: workspacePaths.files },
  },
  {
    id: "page:audit-log",
    label: "Audit log",
    keywords: ["History", "Who changed what"],
    Icon: ScrollText,
    command: { kind: "go", href: workspacePaths.auditLog },
  },
  {
    id: "page:security",
    label: "Workspace security",
    keywords: ["Require two-step sign-in", "Second factor", "2FA"],
    Icon: Lock,
    command: { kind: "go", href: workspacePaths.security },
  },
  {
    id: "page:health",
    label: "Health",
    keywords: ["Version", "Backups", "Jobs", "Instances", "Status", "Disk space", "Test email"],
    Icon: HeartPulse,
    command: { kind: "go", href: workspacePaths.health },
  },
  {
    id: "page:emoji",
    label: "Custom emoji",
    keywords: ["Add emoji", "Emoticons", "Smileys"],
    Icon: SmilePlus,
    command: { kind: "go", href: workspacePaths.emoji },
  },
  {
    id: "page:webhook-docs",
    label: "Webhook documentation",
    keywords: ["Docs", "API", "Reference", "Help"],
    Icon: BookOpen,
    command: { kind: "go", href: webhookPaths.docs },
  },
  {
    id: "page:embed-builder",
    label: "Embed builder",
    keywords: ["Compose an embed", "Payload", "JSON"],
    Icon: PencilRuler,
    command: { kind: "go", href: webhookPaths.embedBuilder },
  },
];

/** Returns the pages that someone with this role can open. */
export function pageItems(role: WorkspaceRole): PaletteItem[] {
  return pages
    .filter(({ id }) => role !== "member" || !ADMIN_PAGES.includes(id))
    .map((page) => ({ ...page, group: "Pages" }));
}
