import type { ComponentProps } from "react";
import { TextField } from "@/components/ui/controls/text-field";

type ConfirmNameProps = { label: string; name: string } & Pick<ComponentProps<"input">, "value" | "onChange">;

/** The field in which someone types the name of what they're about to delete. In a form, it's the field "name". */
export function ConfirmName({ name, ...field }: ConfirmNameProps) {
  return <TextField {...field} name="name" autoComplete="off" spellCheck={false} hint={`Type ${name} to confirm.`} />;
}
