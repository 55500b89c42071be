/** The emulator, as a host's own server, passes the checks of bridges. */
import { suite } from 'uvu'
import { checks } from '../../../src/tools/conformance/index.ts'
import { emulatedBridge } from './emulated.ts'

const test = suite('conformance of the emulator')

const { bridge, close } = await emulatedBridge()
test.after(close)

for (const { name, run } of checks(bridge)) test(name, run)

test.run()
