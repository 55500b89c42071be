/** The doctor could not look at the page. The message says why, and what to do. */
export class CannotRun extends Error {}
