import type { MeDto, PersonDto } from "@/lib/people/dto";

export type MayChange = { access: boolean; role: boolean; exports: boolean; deletion: boolean };

/** Returns what the viewer can change about a person. Only for the menu: the server checks again. */
export function mayChange(me: MeDto, person: PersonDto): MayChange {
  // Their account is gone; only the server's work is left.
  if (person.deleting) return { access: false, role: false, exports: false, deletion: false };
  const owner = me.role === "owner";
  const data = { exports: owner, deletion: owner && person.id !== me.id };
  if (person.id === me.id || person.role === "owner") return { access: false, role: false, ...data };
  if (owner) return { access: true, role: !person.deactivated, ...data };
  return { access: me.role === "admin" && person.role === "member", role: false, ...data };
}
