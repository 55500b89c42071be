/** The emulator, as a host's own server, passes the checks of bridges. */
import { suite } from 'uvu'
import { checks } from '../../../src/tools/conformance/index.ts'
import { confirming, emulatedBridge } from './emulated.ts'

const test = suite('conformance of the emulator')

const { bridge, close } = await emulatedBridge()
test.after(close)

for (const { name, isOffered, run } of checks(bridge)) if (isOffered) test(name, run)

const { links, passkeys, consent } = bridge.offers
const always = checks({ ...bridge, offers: {} })
for (const [at, { name, isOffered, run }] of checks(confirming({ ...bridge, offers: { links, passkeys, consent } })).entries()) {
  if (isOffered && !always[at]!.isOffered) test(`with addresses that are confirmed: ${name}`, run)
}

test.run()
