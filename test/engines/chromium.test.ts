import { openChromium } from './chromium.ts'
import { runFlows } from './runFlows.ts'

await runFlows('chromium', openChromium)
