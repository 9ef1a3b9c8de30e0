import type { FormAction } from "@/components/forms/form-action";

/** What managers do with a member; each checks for itself who asks. */
export type MemberActions = { removeMember: FormAction; setMemberRole: FormAction };

/** The id of the list's heading, which takes the focus when a row is gone. */
export const membersHeading = "members-heading";
