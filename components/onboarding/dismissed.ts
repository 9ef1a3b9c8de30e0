/** Holds the id of the person who doesn't want to see the first steps any more. */
export const FIRST_STEPS_COOKIE = "parley.first-steps";
