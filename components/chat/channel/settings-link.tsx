"use client";

import { buttonStyle } from "@/components/ui/controls/button-style";
import { Link } from "@/components/ui/controls/link";
import { Tooltip } from "@/components/ui/controls/tooltip";
import { Settings } from "@/components/ui/icons/icons";
import { paths } from "@/lib/text/paths";

/** The channel header's link to the settings. In a narrow header it is only an icon. */
export function SettingsLink({ channelId }: { channelId: string }) {
  return (
    <Tooltip text="Channel settings" side="bottom">
      <Link
        href={paths.settings(channelId, "overview")}
        aria-label="Channel settings"
        className={buttonStyle("ghost", "small", "target @max-3xl:px-0")}
      >
        <Settings aria-hidden="true" className="size-4" />
        <span className="@max-3xl:hidden">Channel settings</span>
      </Link>
    </Tooltip>
  );
}
