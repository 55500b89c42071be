/**
 * Measures what calls of the emulator cost with 10 users and with 100,000, how long its data file
 * takes to load, how much memory that takes, and what its indexes cost afterward:
 * `npm run bench -- --emulator`. It prints a table and writes nothing. That no call goes through
 * all users is counted, without a clock, in test/tools/emulator/state/growth.test.ts.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmulator, type Emulator } from '../src/tools/emulator/index.ts'
import { openDataFile } from '../src/tools/emulator/state/dataFile.ts'
import { median } from './median.ts'

const COUNTS = [10, 100_000] as const
const RUNS = 300

const emulatorWith = (count: number) => {
  const emulator = createEmulator()
  const users = Array.from({ length: count }, (_, index) => ({ emails: [{ email: `visitor-${index}@example.com` }] }))
  emulator.seed({ users })
  return emulator
}

const ask = async (emulator: Emulator, route: string, body?: object) => {
  const [method, path] = route.split(' ')
  const Authorization = `Basic ${btoa(`${emulator.project_id}:${emulator.secret}`)}`
  const bodyInit = body && { body: JSON.stringify(body) }
  const answer = await emulator.fetch(new Request(`https://test.stytch.com${path}`, { method, headers: { Authorization }, ...bodyInit }))
  return answer.text()
}

const search = (filter_name: string, filter_value: unknown) => ({ query: { operator: 'AND', operands: [{ filter_name, filter_value }] } })

const calls: Record<string, (emulator: Emulator, run: number) => Promise<unknown>> = {
  'a session': (emulator) => emulator.signIn({ email: 'visitor-3@example.com' }),
  'a log-in link': (emulator) => ask(emulator, 'POST /v1/magic_links/email/login_or_create', { email: 'visitor-5@example.com' }),
  'a search by address': (emulator) => ask(emulator, 'POST /v1/users/search', search('email_address', ['visitor-7@example.com'])),
  'a new user': (emulator, run) => ask(emulator, 'POST /v1/users', { email: `new-${run}@example.com` }),
  'the page of a provider': (emulator) => ask(emulator, 'GET /v1/public/oauth/google/start?public_token=public-token-test-1'),
}

const timeOf = async (act: () => Promise<unknown>) => {
  const start = performance.now()
  await act()
  return performance.now() - start
}

/** Prints the table. */
export const printEmulator = async (): Promise<void> => {
  const [few, many] = COUNTS.map(emulatorWith) as [Emulator, Emulator]
  console.log(`| call, ms | ${COUNTS.join(' users | ')} users | ratio |\n|---|---|---|---|`)
  for (const [name, act] of Object.entries(calls)) {
    const times: [number[], number[]] = [[], []]
    // one after the other, so that both meet the same machine; the first ones make the indexes
    for (let run = -20; run < RUNS; run++)
      for (const [at, emulator] of [few, many].entries()) {
        const ms = await timeOf(() => act(emulator, run))
        if (run >= 0) times[at]!.push(ms)
      }
    const [little, much] = [median(times[0]).median, median(times[1]).median]
    console.log(`| ${name} | ${little.toFixed(2)} | ${much.toFixed(2)} | ${(much / little).toFixed(1)} |`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  try {
    const file = join(folder, 'state.json')
    openDataFile(file, many, console.warn).close()
    const before = process.memoryUsage().rss
    const start = performance.now()
    const again = createEmulator()
    const data = openDataFile(file, again, console.warn)
    const [ms, mebibytes] = [performance.now() - start, (bytes: number) => (bytes / 2 ** 20).toFixed(0)]
    console.log(
      `\nThe data file has ${mebibytes(statSync(file).size)} MiB. It loads in ${ms.toFixed(0)} ms, and the process grows by ${mebibytes(process.memoryUsage().rss - before)} MiB.`,
    )
    const cpu = process.cpuUsage()
    while (again.journal.prepare());
    const { user, system } = process.cpuUsage(cpu)
    console.log(`Its indexes, which are made between calls, take ${((user + system) / 1000).toFixed(0)} ms of processor time.`)
    data.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
}
