import { afterEach, expect, test, vi } from "vitest";
import { seal, unseal } from "@/lib/seal";

afterEach(() => vi.unstubAllEnvs());

test("what is sealed can be opened with the same secret only, and only unchanged", () => {
  vi.stubEnv("NEXTAUTH_SECRET", "the first secret of this install");
  const sealed = seal("it's a secret");
  expect(unseal(sealed)).toBe("it's a secret");
  expect(Buffer.from(seal("it's a secret")).equals(sealed)).toBe(false);
  const changed = new Uint8Array(sealed);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(unseal(changed)).toBeNull();
  expect(unseal(new Uint8Array(3))).toBeNull();
  vi.stubEnv("NEXTAUTH_SECRET", "the second secret of this install");
  expect(unseal(sealed)).toBeNull();
});
