/**
 * `npm run live -- --public-token public-token-test-...` runs 20 flows against a project of yours,
 * and writes a record of the outcome that you can publish. The project has to allow the page's
 * address, which the program prints, as a redirect URL and its domain as an authorized one.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { root } from '../../build/paths.ts'
import { until } from '../chromium/visitors.ts'
import { closeBrowser } from '../harness/browser.ts'
import { findChromium } from '../harness/chromium.ts'
import { recordOf } from './record.ts'
import { runLive } from './run.ts'

const usage = `npm run live -- --public-token public-token-test-... --email you@example.com [--inbox URL] [--base-url URL] [--port 4199]

  --email     an address whose mails you can read. The flows sign up you+1-...@ and you+2-...@ at the same domain.
  --inbox     a URL that answers with the newest mail to an address, in which {to} is replaced by it. Without it, the program asks you to paste each link and code.
  --base-url  another base URL of the API, such as http://localhost:4100 for the emulator.
  --port      of the page. Allow http://localhost:4199/ as a redirect URL for log-in, sign-up and reset, and localhost as a domain.`

const { values } = parseArgs({
  options: {
    'public-token': { type: 'string' },
    email: { type: 'string' },
    inbox: { type: 'string' },
    'base-url': { type: 'string' },
    port: { type: 'string', default: '4199' },
  },
})
const { 'public-token': publicToken, email, inbox, 'base-url': baseUrl, port } = values
const [user, domain] = email?.split('@') ?? []
if (!publicToken || !user || !domain) {
  console.error(usage)
  process.exit(1)
}

const prompt = inbox ? undefined : createInterface({ input: process.stdin, output: process.stdout })
const seen = new Set<string>()

/** Asks the inbox until it has a mail that was not there before, for at most two minutes. */
const fromInbox = (to: string) =>
  until(
    async () => {
      const answer = await fetch(inbox!.replace('{to}', encodeURIComponent(to)))
      const text = answer.ok ? await answer.text() : ''
      const isNew = text !== '' && !seen.has(text)
      seen.add(text)
      return isNew ? text : undefined
    },
    'a new mail',
    120_000,
  )

const readMail = (to: string) => (prompt ? prompt.question(`The link or the code of the newest mail to ${to}: `) : fromInbox(to))

process.env.LATCHKEY_CHROMIUM ??= await findChromium()
const run = Date.now().toString(36)
const outcomes = await runLive(
  { publicToken, baseUrl, addresses: [`${user}+1-${run}@${domain}`, `${user}+2-${run}@${domain}`], readMail, port: Number(port) },
  ({ name, ms, failure }) => console.log(`${failure ? 'FAIL' : '  ok'}  ${name} (${ms} ms)${failure ? `: ${failure}` : ''}`),
)
prompt?.close()
await closeBrowser()

const date = new Date()
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const isTest = publicToken.startsWith('public-token-test-')
const file = `latchkey-live-${date.toISOString().slice(0, 10)}.md`
writeFileSync(
  file,
  recordOf(outcomes, { date, version, baseUrl: baseUrl ?? (isTest ? 'https://test.stytch.com' : 'https://api.stytch.com'), isTest }),
)
console.log(`The record is in ${file}.`)
if (outcomes.some(({ failure }) => failure)) process.exitCode = 1
