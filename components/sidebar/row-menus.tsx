"use client";

import { usePathname, useRouter } from "next/navigation";
import { useState } from "react";
import { setChannelMuted } from "@/components/channels/set-muted";
import { TextField } from "@/components/ui/controls/text-field";
import { DialogButtons } from "@/components/ui/forms/dialog-buttons";
import { Form } from "@/components/ui/forms/form";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useForm } from "@/components/ui/forms/use-form";
import { afterDialog } from "@/components/ui/hooks/after-dialog";
import { ArrowDown, Bell, BellOff, PencilLine, Settings } from "@/components/ui/icons/icons";
import {
  ArrowUp,
  CheckCheck,
  FolderPlus,
  FolderSymlink,
  Link2,
  LogOut,
  Star,
  StarOff,
  Trash2,
} from "@/components/ui/icons/more-icons";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { copyLinkTo } from "@/components/ui/overlays/copy-link";
import { Dialog } from "@/components/ui/overlays/dialog";
import { MenuAt, MenuChoices, type MenuPosition, SubMenu } from "@/components/ui/overlays/menu-at";
import { MenuItem, MenuLink, MenuSeparator } from "@/components/ui/overlays/menu-items";
import { toast } from "@/components/ui/overlays/toaster";
import { markRead } from "@/lib/browser/reading";
import { useMyChannels, useSidebar } from "@/lib/browser/sidebar";
import { channelTitle, type SidebarChannelDto, type SidebarSectionDto } from "@/lib/channels/dto";
import { isWithin, paths } from "@/lib/text/paths";
import { createSection, deleteSection, moveSection, moveTo, place, renameSection, shownSections } from "./arrange";
import { sectionOf, sectionTitle } from "./group-channels";
import { loadAndMarkAllRead } from "./use-channel-keys";

/** The menu of a channel or a section, where it opens, and what gets the focus back. */
export type RowMenu = { of: "channel" | "section"; id: string; at: MenuPosition; opener: HTMLElement | null };

/** A dialog that a menu opened. */
type SidebarDialog =
  | { what: "create"; channelId: string | null }
  | { what: "rename"; section: SidebarSectionDto }
  | { what: "delete"; section: SidebarSectionDto }
  | { what: "leave"; channel: SidebarChannelDto };

type RowMenusProps = { menu: RowMenu | null; close: () => void; leaveChannel: FormAction };

/** The open menu of a channel or section in the sidebar, and the dialogs that such menus open. */
export function RowMenus({ menu, close, leaveChannel }: RowMenusProps) {
  const channels = useMyChannels();
  const sections = useSidebar((sidebar) => sidebar.sections);
  // Each one is rendered anew, and stays: a confirmation opens again if what it confirmed fails.
  const [asked, setAsked] = useState<{ dialog: SidebarDialog; serial: number } | null>(null);
  const channel = menu?.of === "channel" ? channels.find(({ id }) => id === menu.id) : undefined;
  const section = menu?.of === "section" ? sections.find(({ key }) => key === menu.id) : undefined;
  // Only once the menu has returned the focus.
  const ask = (dialog: SidebarDialog) =>
    afterDialog(() => setAsked((before) => ({ dialog, serial: (before?.serial ?? 0) + 1 })));
  return (
    <>
      {menu && channel && (
        <MenuAt at={menu.at} label={channelTitle(channel)} focusAfter={() => menu.opener} onClose={close}>
          <ChannelItems channel={channel} sections={sections} ask={ask} />
        </MenuAt>
      )}
      {menu && section && (
        <MenuAt at={menu.at} label={sectionTitle(section)} focusAfter={() => menu.opener} onClose={close}>
          <SectionItems section={section} ask={ask} />
        </MenuAt>
      )}
      {asked && <AskedDialog key={asked.serial} asked={asked.dialog} leaveChannel={leaveChannel} />}
    </>
  );
}

type ChannelItemsProps = {
  channel: SidebarChannelDto;
  sections: readonly SidebarSectionDto[];
  ask: (next: SidebarDialog) => void;
};

const NEW_SECTION = "new";

function ChannelItems({ channel, sections, ask }: ChannelItemsProps) {
  const { id, kind, starred, unread, mentions, msgSeq, notifications } = channel;
  const muted = notifications === "none";
  const own = sections.filter(({ name }) => name !== null);
  const rest = kind === "direct" ? "direct" : "channels";
  const choices = [...own, { key: rest, name: null }].map((each) => ({ value: each.key, label: sectionTitle(each) }));
  const move = (key: string) => {
    if (key === NEW_SECTION) ask({ what: "create", channelId: id });
    else void moveTo(id, key);
  };
  return (
    <>
      {unread + mentions > 0 && (
        <MenuItem icon={<CheckCheck aria-hidden="true" />} onSelect={() => void markRead(id, msgSeq)}>
          Mark as read
        </MenuItem>
      )}
      <MenuItem
        icon={starred ? <StarOff aria-hidden="true" /> : <Star aria-hidden="true" />}
        onSelect={() => void place(id, { starred: !starred })}
      >
        {starred ? "Unstar" : "Star"}
      </MenuItem>
      <SubMenu icon={<FolderSymlink aria-hidden="true" />} label="Move to section">
        <MenuChoices
          label="Section"
          value={starred ? "" : sectionOf(channel, new Set(own.map(({ key }) => key)))}
          choices={choices}
          onChoose={move}
        />
        <MenuSeparator />
        <MenuItem icon={<FolderPlus aria-hidden="true" />} onSelect={() => move(NEW_SECTION)}>
          New section…
        </MenuItem>
      </SubMenu>
      <MenuItem
        icon={muted ? <Bell aria-hidden="true" /> : <BellOff aria-hidden="true" />}
        onSelect={() => void setChannelMuted(channel, !muted)}
      >
        {muted ? "Unmute" : "Mute"}
      </MenuItem>
      <MenuItem icon={<Link2 aria-hidden="true" />} onSelect={() => void copyLinkTo(paths.channel(id))}>
        Copy link
      </MenuItem>
      {kind !== "direct" && (
        <>
          <MenuSeparator />
          <MenuLink href={paths.settings(id, "overview")} icon={<Settings aria-hidden="true" />}>
            Channel settings
          </MenuLink>
          <MenuItem tone="danger" icon={<LogOut aria-hidden="true" />} onSelect={() => ask({ what: "leave", channel })}>
            Leave channel
          </MenuItem>
        </>
      )}
    </>
  );
}

function SectionItems({ section, ask }: { section: SidebarSectionDto; ask: (next: SidebarDialog) => void }) {
  const [shown] = useState(shownSections);
  const { key, name } = section;
  return (
    <>
      {name === null && key !== "starred" && (
        <MenuItem icon={<CheckCheck aria-hidden="true" />} onSelect={() => void loadAndMarkAllRead()}>
          Mark all as read
        </MenuItem>
      )}
      {name !== null && (
        <MenuItem icon={<PencilLine aria-hidden="true" />} onSelect={() => ask({ what: "rename", section })}>
          Rename section…
        </MenuItem>
      )}
      <MenuItem
        icon={<ArrowUp aria-hidden="true" />}
        disabled={shown[0] === key}
        onSelect={() => void moveSection(key, -1)}
      >
        Move up
      </MenuItem>
      <MenuItem
        icon={<ArrowDown aria-hidden="true" />}
        disabled={shown.at(-1) === key}
        onSelect={() => void moveSection(key, 1)}
      >
        Move down
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<FolderPlus aria-hidden="true" />} onSelect={() => ask({ what: "create", channelId: null })}>
        New section…
      </MenuItem>
      {name !== null && (
        <MenuItem tone="danger" icon={<Trash2 aria-hidden="true" />} onSelect={() => ask({ what: "delete", section })}>
          Delete section
        </MenuItem>
      )}
    </>
  );
}

/** A dialog that is open from the start. */
function AskedDialog({ asked, leaveChannel }: { asked: SidebarDialog; leaveChannel: FormAction }) {
  const [open, setOpen] = useState(true);
  const router = useRouter();
  const pathname = usePathname();
  if (asked.what === "create" || asked.what === "rename") {
    return <SectionDialog asked={asked} open={open} setOpen={setOpen} />;
  }
  if (asked.what === "delete") {
    const { key, name } = asked.section;
    return (
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete section ${name}?`}
        description="Its channels move back to Channels, and its conversations to Direct messages."
        confirmText="Delete"
        onConfirm={() => deleteSection(key)}
      />
    );
  }
  const { id, name, kind } = asked.channel;
  const leave = async () => {
    const result = await leaveChannel({ channelId: id });
    if (!result.ok) return result.error;
    toast.success(`You left #${name}`);
    if (isWithin(pathname, paths.channel(id))) router.push(paths.browse);
    router.refresh();
    return null;
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={`Leave #${name}?`}
      description={
        kind === "public"
          ? "You can rejoin at any time."
          : "You can only return if a member adds you. If you're the only member, no one can open it anymore."
      }
      confirmText="Leave"
      onConfirm={leave}
    />
  );
}

type SectionDialogProps = {
  asked: Extract<SidebarDialog, { what: "create" | "rename" }>;
  open: boolean;
  setOpen: (open: boolean) => void;
};

/** Creates or renames a section. */
function SectionDialog({ asked, open, setOpen }: SectionDialogProps) {
  const renamed = asked.what === "create" ? null : asked.section;
  const form = useForm({
    fields: ["name"],
    send: ({ name }) =>
      asked.what === "create" ? createSection(name, asked.channelId) : renameSection(asked.section.key, name),
    done: () => setOpen(false),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={renamed ? "Rename section" : "New section"}
      {...(!renamed && { description: "Sections group channels in your own sidebar. Only you see them." })}
    >
      <Form state={form}>
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          required
          defaultValue={renamed?.name ?? ""}
          error={form.errorOf("name")}
        />
        <DialogButtons busy={form.busy}>{renamed ? "Save" : "Create section"}</DialogButtons>
      </Form>
    </Dialog>
  );
}
