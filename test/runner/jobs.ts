/** The jobs of the runner: programs that it starts, and what they report. */
import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Compiled } from './compile.ts'
import { needsBrowser, needsOf, type Target } from './plan.ts'
import type { Outcome, TestNote } from './uvu.ts'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const MINUTE = 60_000
/** The time that a job has to end after it was told to, in ms. */
const GRACE = 5_000

interface NodeOptions {
  env?: Record<string, string>
  /** Time limit in ms, after which the program is stopped. */
  limit?: number
}

/** The result of a program. */
interface Ended {
  ok: boolean
  stdout: string
  /** Everything that it wrote to both streams. */
  printed: string
  /** Seconds of processor time, from usage.mjs. */
  cpu: number
  /** What uvu.ts wrote to the fourth pipe. */
  outcomes: Outcome[]
  tests: TestNote[]
}

/** The result of a job. */
export interface Result extends Outcome {
  printed: string
  cpu: number
  stdout?: string
  tests?: TestNote[]
}

/** What a job may use while it runs. */
export interface Lent {
  /** The number of its lane, which has ports of its own. 0 is the runner's own. */
  lane: number
  /** Where the browser of the job's lane listens. */
  browser?: string
  /** Whether the job failed before. */
  again: boolean
}

export interface Job {
  name: string
  /** The entries of the build that it needs, or `all`. */
  needs: string[]
  opensPages: boolean
  /** The files that it depends on. A check has none listed and depends on all. */
  sources?: string[]
  /** Whether it runs a second time when it fails. */
  repeats?: boolean
  run: (lent: Lent) => Promise<Result>
}

/** Runs a Node program. */
export const node = (args: string[], { env = {}, limit = 20 * MINUTE }: NodeOptions = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', './test/runner/usage.mjs', ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    let stdout = ''
    let printed = ''
    let lines = ''
    let late = false
    child.stdout!.on('data', (data) => {
      stdout += data
      printed += data
    })
    child.stderr!.on('data', (data) => {
      printed += data
    })
    child.stdio[3]!.on('data', (data) => {
      lines += data
    })
    const timer = setTimeout(() => {
      late = true
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), GRACE).unref()
    }, limit)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (late) printed += `\nStopped after ${limit / MINUTE} minutes.`
      else if (signal) printed += `\nEnded by ${signal}.`
      const notes = lines
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { cpu?: number } | Outcome | TestNote)
      resolve({
        ok: code === 0,
        stdout,
        printed,
        cpu: notes.reduce((sum, note) => sum + ('cpu' in note ? (note.cpu ?? 0) : 0), 0),
        outcomes: notes.filter((note) => 'passed' in note),
        tests: notes.filter((note) => 'test' in note),
      })
    })
  })

/** A check that counts as one test. */
export const check = (name: string, args: string[], { needs = [], ...options }: NodeOptions & { needs?: string[] } = {}): Job => ({
  name,
  needs,
  opensPages: false,
  run: async () => {
    const { ok, ...rest } = await node(args, options)
    return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, ...rest }
  },
})

/**
 * A compiled test file. A file that crashes, or reports nothing, has failed, whatever passed
 * before.
 */
export const file = (path: string, target: Target, isOneOfSeveral: boolean, { path: compiled, sources }: Compiled): Job => ({
  name: isOneOfSeveral ? `${path} (${target})` : path,
  repeats: true,
  sources,
  needs: needsOf(sources),
  opensPages: needsBrowser(sources),
  run: async ({ lane, browser, again }) => {
    const { ok, printed, outcomes, tests, cpu } = await node(['--enable-source-maps', 'test/runner/file.mjs', compiled], {
      env: {
        LATCHKEY_RESULTS: '3',
        LATCHKEY_LANE: String(lane),
        ...(browser && { LATCHKEY_BROWSER: browser }),
        ...(again && { LATCHKEY_PAGES: '1' }),
      },
    })
    const sum = (key: keyof Outcome) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
    const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
    if (passed + failed + skipped === 0 && !process.env.LATCHKEY_TEST)
      return { passed, failed: 1, skipped, cpu, printed: `${printed}\nNo test ran.` }
    if (!ok && failed === 0) return { passed, failed: 1, skipped, cpu, printed: `${printed}\nThe process failed outside of its tests.` }
    return { passed, failed, skipped, cpu, printed, tests }
  },
})
