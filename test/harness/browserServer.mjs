/**
 * Starts the Chromium of `LATCHKEY_CHROMIUM` for one test file after another, and prints the address at which they reach it. It ends with its input, and the
 * browser with it.
 */
import { chromium } from 'playwright-core'
import { launching } from './launching.mjs'

const server = await chromium.launchServer(launching(process.env.LATCHKEY_CHROMIUM))
server.on('close', () => process.exit(1))
console.log(server.wsEndpoint())
process.stdin.on('end', () => server.close().then(() => process.exit(), () => process.exit(1))).resume()
