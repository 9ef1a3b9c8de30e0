"use client";

import { useState, useTransition } from "react";
import type { FormAction } from "@/components/forms/form-action";
import { toast } from "@/components/ui/toaster";
import type { AuditPageDto } from "@/lib/audit/dto";
import type { AuditFilter } from "./audit-href";

/** The log as far back as the reader has asked for it. */
export function useOlder(first: AuditPageDto, filter: AuditFilter, loadOlder: FormAction<AuditPageDto>) {
  const [pages, setPages] = useState<AuditPageDto[]>([]);
  const [busy, startTransition] = useTransition();
  const all = [first, ...pages];
  const before = all.at(-1)?.older ?? null;

  function load(): void {
    startTransition(async () => {
      const result = await loadOlder({ ...filter, before });
      if (result.ok) setPages((known) => [...known, result.data]);
      else toast.error(result.error);
    });
  }

  return { entries: all.flatMap(({ entries }) => entries), more: before !== null, busy, load };
}
