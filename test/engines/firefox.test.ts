import { openFirefox } from './firefox.ts'
import { runFlows } from './runFlows.ts'

await runFlows('firefox', openFirefox)
