import { Banner } from "@/components/ui/display/banner";

/** Tells members whom to ask for another setting. */
export function AskAdmins({ names }: { names: readonly string[] }) {
  const whom = new Intl.ListFormat("en", { type: "disjunction" }).format(names) || "one of them";
  return (
    <div className="pt-6 pb-2">
      <Banner>Only owners and admins can change these settings. Ask {whom}.</Banner>
    </div>
  );
}
