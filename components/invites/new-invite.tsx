"use client";

import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import type { InviteTerms } from "@/lib/users/dto";

const MANY = [1, 10, 50, 250, 1000];
const DAYS = [1, 7, 30];

type NewInviteProps = { usual: InviteTerms; create: (terms: InviteTerms) => Promise<void> };

/** Makes another link, for as many people and days as one chooses. */
export function NewInvite({ usual, create }: NewInviteProps) {
  const [terms, setTerms] = useState(usual);
  const [busy, startTransition] = useTransition();
  return (
    <section aria-labelledby="new-invite" className="border-t pt-5">
      <h3 id="new-invite" className="mb-2 font-medium text-sm">
        Another link
      </h3>
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="How many people"
          options={withUsual(MANY, usual.maxUses).map((count) => option(count, count === 1 ? "person" : "people"))}
          value={`${terms.maxUses}`}
          onChange={({ target }) => setTerms({ ...terms, maxUses: Number(target.value) })}
        />
        <SelectField
          label="For how long"
          options={withUsual(DAYS, usual.days).map((count) => option(count, count === 1 ? "day" : "days"))}
          value={`${terms.days}`}
          onChange={({ target }) => setTerms({ ...terms, days: Number(target.value) })}
        />
        <Button busy={busy} className="col-span-2" onClick={() => startTransition(() => create(terms))}>
          Create a new link
        </Button>
      </div>
    </section>
  );
}

function withUsual(counts: readonly number[], usual: number): number[] {
  return [...new Set([...counts, usual])].sort((a, b) => a - b);
}

function option(count: number, unit: string) {
  return { value: `${count}`, label: `${count} ${unit}` };
}
