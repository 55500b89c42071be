import { openWebKit } from './webkit.ts'
import { runFlows } from './runFlows.ts'

await runFlows('webkit', openWebKit)
