"use client";

import { useState } from "react";
import { LoadedPicker } from "@/components/people/people-picker";
import { Button } from "@/components/ui/controls/button";
import { IconButton } from "@/components/ui/controls/icon-button";
import { TextField } from "@/components/ui/controls/text-field";
import { Avatar } from "@/components/ui/display/avatar";
import { EmptyState } from "@/components/ui/display/empty-state";
import { DialogButtons } from "@/components/ui/forms/dialog-buttons";
import { failureOf } from "@/components/ui/forms/failure-of";
import { Form } from "@/components/ui/forms/form";
import type { FormAction } from "@/components/ui/forms/form-action";
import { useForm } from "@/components/ui/forms/use-form";
import { Users } from "@/components/ui/icons/icons";
import { Pencil, Trash2 } from "@/components/ui/icons/more-icons";
import { useFirstRows } from "@/components/ui/lists/use-first-rows";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { Dialog } from "@/components/ui/overlays/dialog";
import { toast } from "@/components/ui/overlays/toaster";
import { request } from "@/lib/browser/request";
import { membersText } from "@/lib/channels/dto";
import {
  type GroupRowDto,
  MOST_IN_GROUP,
  type PeopleFoundDto,
  type PersonDto,
  type UserGroupDto,
} from "@/lib/people/dto";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";

type Actions = { saveGroup: FormAction; deleteGroup: FormAction; loadPeople: FormAction<PeopleFoundDto> };

type UserGroupsProps = { groups: GroupRowDto[]; canChange: boolean; myId: string; actions: Actions };

const FIRST_ROWS = 30;

/** The user groups. Owners and admins create, change and delete them here. */
export function UserGroups({ groups, canChange, myId, actions }: UserGroupsProps) {
  // A new group is "new".
  const [editing, setEditing] = useState<UserGroupDto | "new" | null>(null);
  const edit = async ({ id }: GroupRowDto) => {
    const answer = await request<UserGroupDto>(paths.api.group(id));
    if (answer.ok) setEditing(answer.data);
    else toast.error(answer.error ?? "Couldn't load the group. Check your connection and try again.");
  };
  const shown = useFirstRows(groups, FIRST_ROWS);
  const create = canChange && <Button onClick={() => setEditing("new")}>Create group</Button>;
  return (
    <div className="flex flex-col items-start gap-4">
      {groups.length === 0 ? (
        <EmptyState icon={<Users />} title="No groups" action={create}>
          {canChange
            ? "Create one for the people who are on call, for a team or a role."
            : "Owners and admins create groups."}
        </EmptyState>
      ) : (
        <ul aria-label="Groups" className="w-full divide-y rounded-xl border">
          {shown.map((group) => (
            <li key={group.id} className="flex items-start gap-3 px-4 py-3">
              <div className="min-w-0 flex-1">
                <p className="font-semibold text-sm wrap-anywhere">@{group.handle}</p>
                {group.description && <p className="text-sm text-text-muted wrap-anywhere">{group.description}</p>}
                <Members group={group} />
              </div>
              {canChange && (
                <div className="-my-1 -me-2 flex">
                  <IconButton label={`Edit @${group.handle}`} icon={<Pencil />} onClick={() => void edit(group)} />
                  <ConfirmDialog
                    title={`Delete @${group.handle}?`}
                    description="It can't be mentioned anymore. Earlier messages keep showing its handle."
                    confirmText="Delete"
                    onConfirm={async () => failureOf(await actions.deleteGroup({ id: group.id }))}
                    trigger={<IconButton label={`Delete @${group.handle}`} icon={<Trash2 />} tone="danger" />}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {groups.length > 0 && create}
      {editing && (
        <Dialog
          open
          onOpenChange={(open) => {
            if (!open) setEditing(null);
          }}
          title={editing === "new" ? "Create a group" : `Edit @${editing.handle}`}
        >
          <GroupForm
            group={editing === "new" ? null : editing}
            myId={myId}
            actions={actions}
            close={() => setEditing(null)}
          />
        </Dialog>
      )}
    </div>
  );
}

function Members({ group: { faces, memberCount } }: { group: GroupRowDto }) {
  const more = memberCount - faces.length;
  const names = faces.map(({ name }) => cleanText(name)).join(", ");
  return (
    <p className="mt-1.5 flex items-center gap-2 text-text-muted text-xs">
      <span className="flex gap-0.5">
        {faces.map(({ id, name, avatarUrl }) => (
          <Avatar key={id} name={name} seed={id} src={avatarUrl} size={20} />
        ))}
      </span>
      <span title={more > 0 ? `${names} and ${more} more` : names}>{membersText(memberCount)}</span>
    </p>
  );
}

const LIMIT = { most: MOST_IN_GROUP, sentence: `A group can have at most ${MOST_IN_GROUP} members.` };

type GroupFormProps = { group: UserGroupDto | null; myId: string; actions: Actions; close: () => void };

function GroupForm({ group, myId, actions, close }: GroupFormProps) {
  const [chosen, setChosen] = useState<readonly PersonDto[]>(group?.members ?? []);
  const form = useForm({
    fields: ["handle", "description"],
    send: ({ handle, description }) =>
      actions.saveGroup({ id: group?.id ?? null, handle, description, memberIds: chosen.map(({ id }) => id) }),
    done: close,
  });
  return (
    <Form state={form}>
      <TextField
        label="Handle"
        name="handle"
        autoComplete="off"
        placeholder="oncall"
        hint="People write it after an @."
        required
        defaultValue={group?.handle}
        error={form.errorOf("handle")}
      />
      <TextField
        label="Description"
        name="description"
        autoComplete="off"
        hint="Optional. Shown on the group's card."
        defaultValue={group?.description}
        error={form.errorOf("description")}
      />
      <LoadedPicker
        label="Members"
        limit={LIMIT}
        loadPeople={actions.loadPeople}
        myId={myId}
        chosen={chosen}
        onChange={setChosen}
      />
      <DialogButtons busy={form.busy}>{group ? "Save group" : "Create group"}</DialogButtons>
    </Form>
  );
}
