import type { FormAction } from "@/components/forms/form-action";

/** What owners and admins can do to a person. */
export type PersonActions = { setActive: FormAction; setPersonRole: FormAction };
