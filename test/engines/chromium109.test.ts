import { openChromium109 } from './chromium109.ts'
import { runFlows } from './runFlows.ts'

await runFlows('chromium109', openChromium109)
