/**
 * Whether this build checks what a host gives to a method, and says on the console what a host has set up wrongly: in development, in the widget and in the drop-in entries. The
 * production builds of `latchkey/headless` and `latchkey/b2b` are made with false, and leave all of it out (build/plugins/withoutHostChecks.ts).
 *
 * What protects a visitor is none of these checks, and is in every build.
 */
export const hostChecks: boolean = true
