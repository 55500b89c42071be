/** The Chromium of the bench: hosts that peers insist on lead to the site's TLS port, everything else outside nowhere. */
import { chromium } from 'playwright-core'
import { findChromium } from '../test/harness/chromium.mjs'

/** Starts it. `tlsPort`: of the site, where there is one. */
export const openBrowser = (tlsPort) =>
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
