import type { MeDto, PersonDto } from "@/lib/users/dto";

export type MayChange = { access: boolean; role: boolean; exports: boolean };

/** Returns what the viewer can change about a person. Only for the menu: the server checks again. */
export function mayChange(me: MeDto, person: PersonDto): MayChange {
  const exports = me.role === "owner";
  if (person.id === me.id || person.role === "owner") return { access: false, role: false, exports };
  if (me.role === "owner") return { access: true, role: !person.deactivated, exports };
  return { access: me.role === "admin" && person.role === "member", role: false, exports };
}
