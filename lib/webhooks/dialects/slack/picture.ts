import { isHttpUrl } from "@/lib/users/schema";

/** Whether an address can be shown as a picture: on the web, and no longer than an embed's may be. */
export const isPicture = (address: string): boolean => address.length <= 2048 && isHttpUrl(address);
