/**
 * Whether this build checks the arguments of methods and warns on the console about a wrong setup.
 * It is true in development, in the widget and in the drop-in entries. The production builds of
 * `latchkey/headless` and `latchkey/b2b` set it to false, which removes all of these checks
 * (build/plugins/withoutHostChecks.ts).
 *
 * Checks that protect visitors do not depend on it: every build has them.
 */
export const hostChecks: boolean = true
