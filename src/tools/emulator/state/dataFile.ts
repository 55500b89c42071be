/** Keeps the state of an emulator in a file, for `latchkey dev --data`. */
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Emulator } from '../index.ts'
import { STATE_VERSION, type EmulatorState } from './stores.ts'

/** The first field of the file, by which a file of another program is told. */
const FORMAT = 'latchkey-emulator'

/** The file contains passwords' hashes and private keys, so only its owner may read it. */
const OWNER_ONLY = 0o600

/** How long after a change the file is written, in milliseconds. */
const PATIENCE = 100

/** The file cannot be used, for a reason that its owner can remove: the message says how. The file is unchanged. */
export class DataFileError extends Error {}

/** A file in which the state of an emulator is kept. */
interface DataFile {
  /** To be called after every request: writes the file soon, if the state has changed. */
  changed: () => void
  /** Writes what has not been written, and lets another program use the file. Returns whether that succeeded. */
  close: () => boolean
}

const reasons: Record<string, string> = {
  EACCES: 'your account must not',
  EPERM: 'your account must not',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'it is a folder',
}

const why = (error: unknown) => {
  const { code = '', message } = error as NodeJS.ErrnoException
  return reasons[code] ?? message
}

/** Runs a step that can fail because of the file system, and says so in one sentence. */
const orSay = <Result>(sentence: string, step: () => Result): Result => {
  try {
    return step()
  } catch (error) {
    if (error instanceof DataFileError) throw error
    throw new DataFileError(`${sentence}: ${why(error)}.`, { cause: error })
  }
}

/** Writes a file so that, whenever the machine stops, either the old contents are there or the new ones. */
const replace = (path: string, text: string) => {
  const next = `${path}.${randomUUID()}.tmp`
  try {
    const file = openSync(next, 'wx', OWNER_ONLY)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
}

/** Reads what a previous program has written, as the emulator takes it. */
const parsed = (path: string, text: string) => {
  const advice = 'The file is unchanged: name another one, or move this one away.'
  let saved: unknown
  try {
    saved = JSON.parse(text)
  } catch {
    const ours = text.startsWith(`{"format":"${FORMAT}"`)
    throw new DataFileError(`${path} ${ours ? 'is damaged: its end is missing' : 'is not a file of latchkey dev'}. ${advice}`)
  }
  const { format, version, stores } = Object(saved) as Record<string, unknown>
  if (format !== FORMAT) throw new DataFileError(`${path} is not a file of latchkey dev. ${advice}`)
  if (version !== STATE_VERSION) {
    throw new DataFileError(
      `${path} has the format ${version} of another version of Latchkey, and this one reads ${STATE_VERSION}. ${advice}`,
    )
  }
  return { state: { version, stores } as EmulatorState, advice }
}

/** Whether the program that has written a lock is still running. Of another machine that is unknown, so it counts as running. */
const isRunning = (lock: string) => {
  const [pid, machine] = lock.split(' ')
  if (machine !== hostname()) return true
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Makes this program the only one that uses the file. Returns the function that ends that. */
const locked = (path: string) => {
  const lock = `${path}.lock`
  const own = `${lock}.${randomUUID()}`
  const held = () => {
    throw new DataFileError(`Another program uses ${path}. Stop it, or name another file. If there is none, delete ${lock}.`)
  }
  writeFileSync(own, `${process.pid} ${hostname()}`, { flag: 'wx', mode: OWNER_ONLY })
  try {
    // A link is made at once, with its contents, or not at all.
    const take = () => {
      try {
        linkSync(own, lock)
        return true
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        return false
      }
    }
    if (!take()) {
      const left = readFileSync(lock, 'utf8')
      if (isRunning(left)) held()
      // A program that was killed has left it. Another one can find it at the same moment, so look at what was taken away.
      const old = `${own}.old`
      renameSync(lock, old)
      const taken = readFileSync(old, 'utf8')
      if (taken !== left) linkSync(old, lock)
      rmSync(old)
      if (taken !== left || !take()) held()
    }
  } finally {
    rmSync(own, { force: true })
  }
  return () => rmSync(lock, { force: true })
}

/**
 * Gives an emulator the state that a file contains, and keeps the file up to date. A file that does not exist is created. `warn` is told, in a sentence,
 * if the file cannot be written later on. Throws DataFileError if another program uses the file or if it does not contain the state of an emulator of this
 * version; the file is then unchanged.
 */
export const openDataFile = (file: string, emulator: Pick<Emulator, 'state'>, warn: (message: string) => void): DataFile => {
  const given = resolve(file)
  // Two names can lead to one file, and a link to it must stay a link.
  const path = orSay(`${file} cannot be used`, () =>
    existsSync(given) ? realpathSync(given) : join(realpathSync(dirname(given)), basename(given)),
  )
  if (existsSync(path) && !statSync(path).isFile()) throw new DataFileError(`${file} is not a file.`)
  const unlock = orSay(`${file} cannot be used`, () => locked(path))
  const text = () => JSON.stringify({ format: FORMAT, ...emulator.state() })

  let written: string | undefined
  /** Why the file could not be written the last time. */
  let failure: string | undefined
  const save = () => {
    try {
      const now = text()
      if (now === written) return
      replace(path, now)
      written = now
      failure = undefined
    } catch (error) {
      const reason = why(error)
      if (reason !== failure) warn(`${file} could not be written: ${reason}. The next change tries again.`)
      failure = reason
    }
  }

  try {
    if (existsSync(path)) {
      written = orSay(`${file} cannot be read`, () => readFileSync(path, 'utf8'))
      const { state, advice } = parsed(file, written)
      try {
        emulator.state(state)
      } catch (error) {
        throw new DataFileError(`${file} is damaged: ${(error as Error).message.replace(/\.$/, '')}. ${advice}`, { cause: error })
      }
    } else {
      orSay(`${file} cannot be written`, () => replace(path, (written = text())))
    }
  } catch (error) {
    unlock()
    throw error
  }

  let timer: NodeJS.Timeout | undefined
  return {
    changed: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        save()
      }, PATIENCE).unref()
    },
    close: () => {
      clearTimeout(timer)
      save()
      unlock()
      return failure === undefined
    },
  }
}
