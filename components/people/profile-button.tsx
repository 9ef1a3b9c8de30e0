"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { nearing } from "@/components/ui/deferred/deferred-radix";
import { cleanText } from "@/lib/text/text";
import { openProfile } from "./open-profile";
import { loadProfiles } from "./profile-host";

/** A person's name that opens their profile card. `children` replace the name. */
export function ProfileButton({ person, className, children }: ProfileButtonProps) {
  const name = cleanText(person.name);
  return (
    <button
      {...nearing(loadProfiles)}
      type="button"
      aria-haspopup="dialog"
      aria-label={`Profile of ${name}`}
      onClick={(event) => openProfile(person, event.currentTarget)}
      className={clsx(
        "-my-0.5 min-w-0 truncate rounded-md py-0.5 text-start font-medium text-sm hover:underline",
        className,
      )}
    >
      {children ?? name}
    </button>
  );
}

type ProfileButtonProps = { person: { id: string; name: string }; className?: string; children?: ReactNode };
