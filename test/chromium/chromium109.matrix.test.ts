/**
 * One flow in a real Chromium 109, the oldest that is supported. `npm run test:engines` goes
 * through all of them, and compares the screens.
 */
import '../built/all.ts'
import { test } from 'uvu'
import { openChromium109 } from '../engines/chromium109.ts'
import { flows } from '../engines/flows.ts'
import { visitHost } from '../engines/host.ts'

const engine = await openChromium109()
const { name, setting, act } = flows.find(({ name }) => name === 'Log in by code, by email')!

if ('missing' in engine) test.skip(`${name} (${engine.missing})`)
else test(`${engine.version}: ${name}`, () => visitHost(engine, setting, act))

test.run()
