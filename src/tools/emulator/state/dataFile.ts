/** Keeps the state of an emulator in a file, for `latchkey dev --data`. */
import { randomUUID } from 'node:crypto'
import { chmodSync, linkSync, lstatSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Emulator } from '../index.ts'
import { STATE_VERSION, type EmulatorState } from './stores.ts'

/** The file contains passwords' hashes and private keys, so only its owner may read it. */
const OWNER_ONLY = 0o600

/** The version of the file's format. Three others came before the first version of the state. */
const FILE_VERSION = 3 + STATE_VERSION

/** The beginning of a file of any version. */
const header = /^\s*\{\s*"format":\s*"latchkey-emulator",\s*"version":\s*(\d+)/

/** How long after a change the file is written, in milliseconds. */
const SAVE_DELAY_MS = 100

/**
 * The file cannot be used, for a reason that its owner can remove: the message says how. The file
 * is unchanged.
 */
export class DataFileError extends Error {}

/** A file in which the state of an emulator is kept. */
interface DataFile {
  /** To be called after every request: writes the file soon, if the state has changed. */
  scheduleSave: () => void
  /** Writes what has changed, now. */
  save: () => void
  /**
   * Writes what has not been written, and lets another program use the file. Returns whether that
   * succeeded.
   */
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

/**
 * Replaces a file so that, whenever the machine stops, either the old contents are there or the new
 * ones.
 */
const replace = (path: string, text: string) => {
  // Only the program that has the lock writes it, so what is there was left by one that was killed.
  const next = `${path}.tmp`
  try {
    rmSync(next, { force: true })
    writeFileSync(next, text, { flag: 'wx', mode: OWNER_ONLY, flush: true })
    renameSync(next, path)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
}

const ADVICE = 'The file is unchanged: name another one, or move this one away.'

/** Gives an emulator the state in a text that a previous program has written. */
const readInto = (emulator: Pick<Emulator, 'state'>, text: string, name: string) => {
  const version = header.exec(text)?.[1]
  if (version === undefined) throw new DataFileError(`${name} is not a file of latchkey dev. ${ADVICE}`)
  if (Number(version) !== FILE_VERSION)
    throw new DataFileError(
      `${name} has the format ${version} of another version of Latchkey, and this one reads ${FILE_VERSION}. ${ADVICE}`,
    )
  try {
    emulator.state({ version: STATE_VERSION, stores: (JSON.parse(text) as EmulatorState).stores })
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'it is not complete JSON' : (error as Error).message.replace(/\.$/, '')
    throw new DataFileError(`${name} is damaged: ${problem}. ${ADVICE}`, { cause: error })
  }
}

/**
 * Whether the program that has written a lock is still running. Of another machine that is unknown,
 * so it counts as running.
 */
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
const acquireLock = (path: string) => {
  const lock = `${path}.lock`
  const own = `${lock}.${randomUUID()}`
  const refuse = () => {
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
      if (isRunning(left)) refuse()
      // A program that was killed has left it. Another one can find it at the same moment, so look
      // at what was taken away.
      const old = `${own}.old`
      renameSync(lock, old)
      const contents = readFileSync(old, 'utf8')
      if (contents !== left) linkSync(old, lock)
      rmSync(old)
      if (contents !== left || !take()) refuse()
    }
  } finally {
    rmSync(own, { force: true })
  }
  return () => rmSync(lock, { force: true })
}

/**
 * Gives an emulator the state that a file contains, and keeps the file up to date. A file that does
 * not exist is created. `warn` is told, in a sentence, if the file cannot be written later on.
 * Throws DataFileError if another program uses the file or if it does not contain the state of an
 * emulator of this version; the file is then unchanged.
 */
export const openDataFile = (file: string, emulator: Pick<Emulator, 'state'>, warn: (message: string) => void): DataFile => {
  const absolute = resolve(file)
  // Two names can lead to one folder.
  const path = orSay(`${file} cannot be used`, () => join(realpathSync(dirname(absolute)), basename(absolute)))
  const unlock = orSay(`${file} cannot be used`, () => acquireLock(path))

  /** What the file contains. */
  let written: string | undefined
  /** Why the file could not be written the last time. */
  let failure: string | undefined

  const write = () => {
    const { stores } = emulator.state()
    const text = `${JSON.stringify({ format: 'latchkey-emulator', version: FILE_VERSION, stores })}\n`
    if (text !== written) replace(path, text)
    written = text
  }
  const save = () => {
    try {
      write()
      failure = undefined
    } catch (error) {
      const reason = why(error)
      if (reason !== failure) warn(`${file} could not be written: ${reason}. The next change tries again.`)
      failure = reason
    }
  }

  const read = () => {
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (!entry) return orSay(`${file} cannot be written`, write)
    // Writing replaces the file, so it would replace a link, or change who owns the file.
    if (entry.isSymbolicLink()) throw new DataFileError(`${file} is a symbolic link. Name the file that it leads to.`)
    if (!entry.isFile()) throw new DataFileError(`${file} is not a file.`)
    if (process.getuid && entry.uid !== process.getuid()) throw new DataFileError(`${file} belongs to another account. ${ADVICE}`)
    written = readFileSync(path, 'utf8')
    readInto(emulator, written, file)
    chmodSync(path, OWNER_ONLY)
  }

  try {
    orSay(`${file} cannot be read`, read)
  } catch (error) {
    unlock()
    throw error
  }

  let timer: NodeJS.Timeout | undefined
  return {
    save,
    scheduleSave: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        save()
      }, SAVE_DELAY_MS).unref()
    },
    close: () => {
      clearTimeout(timer)
      save()
      unlock()
      return failure === undefined
    },
  }
}
