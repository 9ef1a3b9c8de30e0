import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { PushDeviceDto } from "@/lib/push/dto";
import { PushDevices } from "./push-devices";

const device: PushDeviceDto = {
  id: "1",
  name: "Firefox on Linux",
  isHandheld: false,
  service: "Mozilla",
  createdAt: "2026-11-23T12:00:00.000Z",
  isThis: false,
};

function text(...devices: PushDeviceDto[]): string {
  const html = renderToStaticMarkup(
    <PushDevices devices={devices} removePushDevice={async () => ({ ok: true, data: undefined })} />,
  );
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

test("says of each browser what it is, via whose service, since when, and whether it is this one", () => {
  expect(text(device, { ...device, id: "2", isThis: true })).toMatch(
    /^Firefox on Linux via Mozilla · since .+ Remove Firefox on Linux This device via Mozilla .+ Remove$/,
  );
});

test("says what to do while there is none", () => {
  expect(text()).toBe("No devices yet. Turn on push notifications in each browser where you want them.");
});
