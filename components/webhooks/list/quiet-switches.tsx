import { Switch } from "@/components/ui/controls/switch";

/** The fields of `QuietSwitches`. */
export const quietFields = ["oneLine", "gathersAll"] as const;

type QuietSwitchesProps = { hasThings: boolean; oneLine: boolean; gathersAll: boolean };

/** How a webhook posts less: things have one line, and storms gather. */
export function QuietSwitches({ hasThings, oneLine, gathersAll }: QuietSwitchesProps) {
  return (
    <>
      {hasThings && (
        <Switch
          label="One line per thing"
          name="oneLine"
          hint="A pull request, issue or build has one message that changes. Comments and reviews reply in its thread."
          defaultChecked={oneLine}
        />
      )}
      <Switch
        label="Gather storms of all messages"
        name="gathersAll"
        hint="More than 20 messages in a minute gather by cause. Cards of tools always do."
        defaultChecked={gathersAll}
      />
    </>
  );
}

/** Returns the values of the switches that the form showed. What it didn't show doesn't change. */
export function quietValues(
  { oneLine, gathersAll }: Record<(typeof quietFields)[number], string>,
  hasThings: boolean,
): { oneLine?: boolean; gathersAll: boolean } {
  return { ...(hasThings && { oneLine: oneLine === "on" }), gathersAll: gathersAll === "on" };
}
