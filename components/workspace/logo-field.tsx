"use client";

import { AvatarField } from "@/components/forms/avatar-field";
import { failureOf } from "@/components/forms/failure-of";
import type { FormAction } from "@/components/forms/form-action";
import { toast } from "@/components/ui/toaster";
import type { WorkspaceFaceDto } from "@/lib/workspace/dto";
import { WorkspaceMark } from "./workspace-mark";

/** The workspace's logo, with buttons to upload another one or remove it. */
export function LogoField({ workspace, setLogo }: { workspace: WorkspaceFaceDto; setLogo: FormAction }) {
  async function take(picture: string | null, said: string): Promise<string | null> {
    const failure = failureOf(await setLogo({ picture }));
    if (failure === null) toast.success(said);
    return failure;
  }

  async function remove(): Promise<void> {
    const failure = await take(null, "Logo removed").catch(() => "That didn't work. Try again.");
    if (failure !== null) toast.error(failure);
  }

  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 font-medium text-sm">
        Logo
      </p>
      <AvatarField
        label="Logo"
        name={workspace.name}
        seed={workspace.name}
        src={workspace.logoUrl}
        mark={<WorkspaceMark workspace={workspace} size={72} />}
        shape="square"
        uploaded={({ picture }) => take(picture, "Logo saved")}
        remove={workspace.logoUrl === null ? undefined : () => void remove()}
      />
    </div>
  );
}
