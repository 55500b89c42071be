/**
 * Measures what calls of the emulator cost with 10 users and with 10,000, how long `latchkey dev
 * --data` takes to start without users and with 10,000, and what a write of their file costs:
 * `npm run bench -- --emulator`, after a build. It prints a table and writes nothing. That no call
 * goes through all users is counted, without a clock, in test/tools/emulator/state/growth.test.ts.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createEmulator, type Emulator } from '../src/tools/emulator/index.ts'
import { openDataFile } from '../src/tools/emulator/state/dataFile.ts'
import { median } from './median.ts'

const COUNTS = [10, 10_000] as const
const RUNS = 300
const STARTS = 7

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

const program = fileURLToPath(new URL('../dist/cli.js', import.meta.url))

/** Starts `latchkey dev` and stops it when it has printed its address. */
const start = async (file: string) => {
  const child = spawn(process.execPath, [program, 'dev', '--port', '0', '--data', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const ms = await timeOf(() => once(child.stdout, 'data'))
  child.kill()
  await ended
  return ms
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
    const [empty, full] = [join(folder, 'empty.json'), join(folder, 'full.json')]
    openDataFile(empty, createEmulator(), console.warn).close()
    const many = emulatorWith(COUNTS[1])
    const data = openDataFile(full, many, console.warn)
    const writes: number[] = []
    for (let run = 0; run < STARTS; run++) {
      many.seed({ users: [{}] })
      writes.push(await timeOf(async () => data.save()))
    }
    data.close()
    const starts: [number[], number[]] = [[], []]
    for (let run = 0; run < STARTS; run++) for (const [at, file] of [empty, full].entries()) starts[at]!.push(await start(file))
    const [little, much] = [median(starts[0]).median, median(starts[1]).median]
    console.log(`
The data file of ${COUNTS[1]} users has ${(statSync(full).size / 2 ** 20).toFixed(1)} MiB, and a write takes ${median(writes).median.toFixed(0)} ms.
latchkey dev starts in ${little.toFixed(0)} ms with an empty one and in ${much.toFixed(0)} ms with this one: ${(much / little).toFixed(1)} times as long.`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
