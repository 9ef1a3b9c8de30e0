import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { buttonStyle } from "@/components/ui/button-style";
import { paths } from "@/lib/paths";

/** The way from a channel's settings back to its messages. */
export function SettingsBack({ channelId, name }: { channelId: string; name: string }) {
  return (
    <Link href={paths.channel(channelId)} className={buttonStyle("ghost", "small", "max-w-44 sm:max-w-72")}>
      <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 truncate">Back to #{name}</span>
    </Link>
  );
}
