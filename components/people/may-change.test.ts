import { describe, expect, test } from "vitest";
import type { MeDto, PersonDto, WorkspaceRole } from "@/lib/people/dto";
import { mayChange } from "./may-change";

const me = (role: WorkspaceRole): MeDto => ({ id: "1", name: "Me", email: "me@example.com", avatarUrl: null, role });
const person = (role: WorkspaceRole, id = "2"): PersonDto => ({
  id,
  name: "Ada",
  email: "ada@example.com",
  avatarUrl: null,
  role,
  deactivated: false,
  createdAt: "2026-01-01T00:00:00.000Z",
});

describe("mayChange", () => {
  test("lets the owner change everyone else's access and role, export everyone's data and delete them", () => {
    expect(mayChange(me("owner"), person("admin"))).toEqual({
      access: true,
      role: true,
      exports: true,
      deletion: true,
    });
    expect(mayChange(me("owner"), person("member"))).toEqual({
      access: true,
      role: true,
      exports: true,
      deletion: true,
    });
  });

  test("lets an admin change only members' access", () => {
    expect(mayChange(me("admin"), person("member"))).toEqual({
      access: true,
      role: false,
      exports: false,
      deletion: false,
    });
    expect(mayChange(me("admin"), person("admin"))).toEqual({
      access: false,
      role: false,
      exports: false,
      deletion: false,
    });
    expect(mayChange(me("admin"), person("owner"))).toEqual({
      access: false,
      role: false,
      exports: false,
      deletion: false,
    });
  });

  test("lets no one change themselves, and members no one", () => {
    expect(mayChange(me("owner"), person("owner", "1"))).toEqual({
      access: false,
      role: false,
      exports: true,
      deletion: false,
    });
    expect(mayChange(me("member"), person("member"))).toEqual({
      access: false,
      role: false,
      exports: false,
      deletion: false,
    });
  });

  test("lets no one change someone who is being deleted", () => {
    const nothing = { access: false, role: false, exports: false, deletion: false };
    expect(mayChange(me("owner"), { ...person("member"), deleting: true })).toEqual(nothing);
  });
});
