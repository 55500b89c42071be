/**
 * The Chromium of the bench. Every host except localhost resolves to the site's TLS port, or to
 * nothing if there is none: nothing leaves the machine.
 */
import { chromium } from 'playwright-core'
import { findChromium } from '../test/harness/chromium.ts'
import { quietFlags } from '../test/harness/launching.ts'

/** Starts it. `tlsPort`: the site's port for TLS, if it has one. */
export const openBrowser = (tlsPort: number | undefined) =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      ...quietFlags,
      `--host-resolver-rules=MAP * ${tlsPort ? `127.0.0.1:${tlsPort}` : '~NOTFOUND'}, EXCLUDE localhost`,
      '--ignore-certificate-errors',
    ],
  })
