import type { DirectPersonDto } from "@/lib/channels/dto";

/** What a direct message with these people is called for the reader: "Grace Hopper, Linus"; "Ada (you)" when it is a note to oneself. */
export function directName(people: readonly DirectPersonDto[], readerId: string): string {
  return people.map(({ id, name }) => (id === readerId ? `${name} (you)` : name)).join(", ");
}
