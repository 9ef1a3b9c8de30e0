/** What people read when a request got no answer. */
export const UNREACHABLE = "That didn't work. Check your connection and try again.";
