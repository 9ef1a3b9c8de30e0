import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { useWebhookAvatar } from "@/components/webhooks/list/webhook-avatar";
import type { WebhookDto } from "@/lib/webhooks/dto";
import { AvatarField } from "./avatar-field";

const hash = "a".repeat(64);

function field(remove?: () => void): string {
  const props = { name: "Ada", seed: "1", src: `/api/pictures/${hash}`, shape: "round" } as const;
  return renderToString(<AvatarField {...props} uploaded={async () => null} remove={remove} />);
}

test("the field shows the avatar and ways to change it, and can remove an uploaded one", () => {
  expect(field()).toContain(`src="/api/pictures/${hash}"`);
  expect(field()).toContain('accept="image/png,image/jpeg,image/gif,image/webp,image/avif"');
  expect(field()).toContain("Upload an image");
  expect(field()).not.toContain("Remove image");
  expect(field(() => undefined)).toContain("Remove image");
});

/** Both fields of a webhook's avatar. */
function WebhookAvatar({ webhook }: { webhook: WebhookDto }) {
  const { upload, address } = useWebhookAvatar({
    webhook,
    name: webhook.name,
    byDefault: "/sender-marks/gitlab.svg",
    error: null,
  });
  return (
    <>
      {upload}
      {address}
    </>
  );
}

test("a webhook's uploaded avatar is sent with its form, but not as a URL", () => {
  const webhook = { id: "9", name: "CI" } as WebhookDto;
  const inputs = (given: Partial<WebhookDto>) => renderToString(<WebhookAvatar webhook={{ ...webhook, ...given }} />);
  const uploaded = inputs({ givenAvatarUrl: `picture:${hash}`, avatarUrl: `/api/pictures/${hash}` });
  expect(uploaded).toContain(`name="picture" value="picture:${hash}"`);
  expect(uploaded).toMatch(/name="avatarUrl" value=""/);
  expect(uploaded).toContain(`src="/api/pictures/${hash}"`);
  const address = inputs({ givenAvatarUrl: "https://example.com/a.png", avatarUrl: "/api/images/x/y" });
  expect(address).toContain('name="picture" value=""');
  expect(address).toMatch(/name="avatarUrl" value="https:\/\/example.com\/a.png"/);
  expect(address).toContain('src="/api/images/x/y"');
  expect(inputs({ givenAvatarUrl: null, avatarUrl: null })).toContain('src="/sender-marks/gitlab.svg"');
});
