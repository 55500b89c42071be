/**
 * The paths of the emulator, for whatever serves other things at the same origin: a whole path, or
 * with `/*` everything below a folder.
 */
export const emulatorPaths = [
  '/sdk/*',
  '/v1/*',
  '/_emulator/*',
  '/.well-known/*',
  // The pages and scripts that a browser loads from the provider and from Google, and what they
  // call.
  '/clientside-services/*',
  '/telemetry.js',
  '/submit',
  '/recaptcha/*',
  '/gsi/*',
]
