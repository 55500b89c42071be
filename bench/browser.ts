/** The Chromium of the bench. Every host except localhost resolves to the site's TLS port, or to nothing if there is none: nothing leaves the machine. */
import { chromium } from 'playwright-core'
import { findChromium } from '../test/harness/chromium.ts'

/** Starts it. `tlsPort`: the site's port for TLS, if it has one. */
export const openBrowser = (tlsPort: number | undefined) =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=MAP * ${tlsPort ? `127.0.0.1:${tlsPort}` : '~NOTFOUND'}, EXCLUDE localhost`,
      '--ignore-certificate-errors',
    ],
  })
