/** Keeps the state of an emulator in a file, for `latchkey dev --data`. */
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Emulator } from '../index.ts'
import { mark, STATE_VERSION, type EmulatorState, type StateChange } from './stores.ts'

/** The first field of the file, by which a file of another program is told. */
const FORMAT = 'latchkey-emulator'

/** The file contains passwords' hashes and private keys, so only its owner may read it. */
const OWNER_ONLY = 0o600

/**
 * The version of the file's format: a first line that says so, then a line for each change of the
 * state. A file is written whole at first, and changes are added to it, so that a change costs what
 * it touches. Each line begins with a mark of itself and all lines of the same writing before it.
 * So a start reads no entry: that nothing is damaged or missing is told by the marks. Goes up when
 * the lines change.
 */
const FILE_VERSION = 3

/** The version before, whose lines have no marks. */
const UNMARKED_VERSION = 2

/** How much is read or written at once, in bytes. */
const PIECE = 1 << 20

/**
 * How much longer than twice its first size a file gets before it is written whole again, in bytes.
 */
const SPARE = 1 << 20

/** How long after a change the file is written, in milliseconds. */
const PATIENCE = 100

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

/** Writes parts in pieces, because one text of all would need as much memory again. */
const writeParts = (file: number, parts: Iterable<string>) => {
  let bytes = 0
  let piece = ''
  const write = () => {
    const buffer = Buffer.from(piece)
    for (let from = 0; from < buffer.length; ) from += writeSync(file, buffer, from)
    bytes += buffer.length
    piece = ''
  }
  for (const part of parts) {
    piece += part
    if (piece.length > PIECE) write()
  }
  write()
  return bytes
}

/**
 * Writes a file so that, whenever the machine stops, either the old contents are there or the new
 * ones. Returns its size.
 */
const replace = (path: string, parts: Iterable<string>) => {
  const next = `${path}.${randomUUID()}.tmp`
  try {
    const file = openSync(next, 'wx', OWNER_ONLY)
    let bytes: number
    try {
      bytes = writeParts(file, parts)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(next, path)
    return bytes
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
}

/** Adds to a file that exists. Returns by how much it has grown. */
const append = (path: string, parts: Iterable<string>) => {
  const file = openSync(path, constants.O_WRONLY | constants.O_APPEND)
  try {
    const bytes = writeParts(file, parts)
    fdatasyncSync(file)
    return bytes
  } finally {
    closeSync(file)
  }
}

const HEADER = `${JSON.stringify({ format: FORMAT, version: FILE_VERSION, state: STATE_VERSION })}\n`

/**
 * Writes changes, one a line, then the mark of the last one again, and an empty line at the end:
 * what has no such line was not written whole.
 */
function* linesOf(changes: Iterable<StateChange>) {
  let before = 0
  for (const { store, key, json } of changes) {
    const text = `${JSON.stringify([store, key])}\t${json ?? ''}`
    before = mark(text, 0, text.length, before)
    yield `${before}\t${text}\n`
  }
  yield `${before}\n\n`
}

function* withHeader(lines: Iterable<string>) {
  yield HEADER
  yield* lines
}

/**
 * A line of a file: a part of a text that has many, because a text of its own is slower to read and
 * takes more memory.
 */
interface Line {
  text: string
  from: number
  to: number
}

/** Reads a file line by line. Returns what stands after the end of the last line. */
function* readLines(path: string): Generator<Line, Line> {
  const file = openSync(path, 'r')
  try {
    let rest: Buffer[] = []
    for (;;) {
      const buffer = Buffer.allocUnsafeSlow(PIECE)
      const length = readSync(file, buffer)
      const end = buffer.lastIndexOf('\n', length - PIECE - 1) + 1
      const last = length === 0
      if (end > 0 && !last) {
        const text = Buffer.concat([...rest, buffer.subarray(0, end)]).toString()
        for (let from = 0; from < text.length; ) {
          const to = text.indexOf('\n', from)
          yield { text, from, to }
          from = to + 1
        }
        rest = []
      }
      if (!last) rest.push(buffer.subarray(end, length))
      else {
        const text = Buffer.concat(rest).toString()
        return { text, from: 0, to: text.length }
      }
    }
  } finally {
    closeSync(file)
  }
}

/**
 * Takes away what a program was writing when it was killed, because the next change begins a line.
 */
const dropUnfinishedLine = (path: string) => {
  const file = openSync(path, 'r+')
  try {
    const { size } = fstatSync(file)
    const end = Buffer.alloc(2)
    // Most files end with an empty line; only one that does not is read from its end.
    for (let length = size; length >= 2; length--) {
      readSync(file, end, 0, 2, length - 2)
      if (end.toString() !== '\n\n') continue
      if (length < size) ftruncateSync(file, length)
      return
    }
  } finally {
    closeSync(file)
  }
}

const ADVICE = 'The file is unchanged: name another one, or move this one away.'

/**
 * Returns the changes that a file contains. What a program was writing when it was killed is not
 * among them. `wrote` is told how long the part is that was written first.
 */
function* readChanges(
  path: string,
  lines: Iterator<Line, Line>,
  areMarked: boolean,
  wrote: (length: number) => void,
): Generator<StateChange> {
  let at = 1
  let length = 0
  let isFirst = true
  let before = 0
  let isEnded = false
  let batch: StateChange[] = []
  const damageError = () => new DataFileError(`${path} is damaged: line ${at} is not what an emulator writes. ${ADVICE}`)
  for (let next = lines.next(); !next.done; next = lines.next()) {
    const { text, from, to } = next.value
    at++
    length += to - from + 1
    if (from === to) {
      if (areMarked && !isEnded) throw damageError()
      if (isFirst) wrote(length)
      isFirst = false
      yield* batch
      batch = []
      before = 0
      isEnded = false
      continue
    }
    if (areMarked && text.slice(from, to) === String(before)) {
      isEnded = true
      continue
    }
    let begin = from
    if (areMarked) {
      begin = text.indexOf('\t', from) + 1
      before = mark(text, begin, to, before)
      if (text.slice(from, begin - 1) !== String(before)) throw damageError()
    }
    const tab = text.indexOf('\t', begin)
    const [store, key] = namesIn(text.slice(begin, tab)) ?? []
    if (store === undefined || key === undefined) throw damageError()
    const json = text.slice(tab + 1, to)
    const change = json === '' ? { store, key } : { store, key, json }
    // Of what was written first, a part is refused; of what was added, it is left out.
    if (isFirst) yield change
    else batch.push(change)
  }
  if (isFirst) throw new DataFileError(`${path} is damaged: its end is missing. ${ADVICE}`)
}

/** The store and the key at the beginning of a line. */
const namesIn = (text: string): [store: string, key: string] | undefined => {
  try {
    const names = JSON.parse(text)
    return Array.isArray(names) && names.length === 2 && names.every((name) => typeof name === 'string')
      ? (names as [string, string])
      : undefined
  } catch {
    return undefined
  }
}

/**
 * Reads the first line of a file: which format it has, or undefined if another program has made it.
 */
const formatOf = (line: string) => {
  try {
    const { format, version, state, stores } = Object(JSON.parse(line)) as Record<string, unknown>
    return format === FORMAT ? { version, state, stores } : undefined
  } catch {
    return line.startsWith(`{"format":"${FORMAT}"`) ? ('damaged' as const) : undefined
  }
}

/**
 * Gives an emulator the state that a previous program has written. Returns how long the part of the
 * file is that was written first, or undefined if it has a format of before.
 */
const readInto = (emulator: Pick<Emulator, 'state' | 'journal'>, path: string, name: string): number | undefined => {
  let whole: number | undefined
  const lines = readLines(path)
  try {
    const { text, from, to } = lines.next().value
    const format = formatOf(text.slice(from, to))
    if (format === undefined) throw new DataFileError(`${name} is not a file of latchkey dev. ${ADVICE}`)
    if (format === 'damaged') throw new DataFileError(`${name} is damaged: its end is missing. ${ADVICE}`)
    const { version, state = STATE_VERSION, stores } = format
    if (![1, UNMARKED_VERSION, FILE_VERSION].includes(version as number) || state !== STATE_VERSION) {
      throw new DataFileError(
        `${name} has the format ${version} of another version of Latchkey, and this one reads ${FILE_VERSION}. ${ADVICE}`,
      )
    }
    const areMarked = version === FILE_VERSION
    try {
      // the first format: everything in one line
      if (version === 1) emulator.state({ version: STATE_VERSION, stores: stores as EmulatorState['stores'] })
      else
        emulator.journal.replay(
          readChanges(name, lines, areMarked, (length) => (whole = length)),
          areMarked,
        )
    } catch (error) {
      if (error instanceof DataFileError) throw error
      throw new DataFileError(`${name} is damaged: ${(error as Error).message.replace(/\.$/, '')}. ${ADVICE}`, { cause: error })
    }
    if (!areMarked) return undefined
    return whole
  } finally {
    lines.return({ text: '', from: 0, to: 0 })
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
export const openDataFile = (file: string, emulator: Pick<Emulator, 'state' | 'journal'>, warn: (message: string) => void): DataFile => {
  const absolute = resolve(file)
  // Two names can lead to one file, and a link to it must stay a link.
  const path = orSay(`${file} cannot be used`, () =>
    existsSync(absolute) ? realpathSync(absolute) : join(realpathSync(dirname(absolute)), basename(absolute)),
  )
  if (existsSync(path) && !statSync(path).isFile()) throw new DataFileError(`${file} is not a file.`)
  const unlock = orSay(`${file} cannot be used`, () => acquireLock(path))

  /** How large the file was when it was written whole, and how large it is. */
  let whole = 0
  let size = 0
  /** Whether a change could not be written, so that the file lacks it. */
  let isBehind = false
  /** Why the file could not be written the last time. */
  let failure: string | undefined

  const writeWhole = () => {
    isBehind = true
    whole = size = replace(path, withHeader(linesOf(emulator.journal.take(true).changes)))
    isBehind = false
  }
  const save = () => {
    try {
      if (isBehind || size > 2 * whole + SPARE) writeWhole()
      else {
        isBehind = true
        const { whole: isWhole, changes } = emulator.journal.take()
        const few = isWhole ? undefined : [...changes]
        if (!few) writeWhole()
        else if (few.length > 0) size += append(path, linesOf(few))
        isBehind = false
      }
      failure = undefined
    } catch (error) {
      const reason = why(error)
      if (reason !== failure) warn(`${file} could not be written: ${reason}. The next change tries again.`)
      failure = reason
    }
  }

  try {
    if (existsSync(path)) {
      const length = orSay(`${file} cannot be read`, () => readInto(emulator, path, file))
      if (length === undefined) orSay(`${file} cannot be written`, writeWhole)
      else {
        dropUnfinishedLine(path)
        whole = length
        ;({ size } = statSync(path))
      }
    } else {
      orSay(`${file} cannot be written`, writeWhole)
    }
  } catch (error) {
    unlock()
    throw error
  }

  // The first log-in would make the indexes otherwise. Calls that come meanwhile wait for some
  // milliseconds, or make what is left.
  const prepare = () => {
    if (!isClosed && emulator.journal.prepare()) setImmediate(prepare).unref()
  }
  let isClosed = false
  setImmediate(prepare).unref()

  let timer: NodeJS.Timeout | undefined
  return {
    save,
    scheduleSave: () => {
      timer ??= setTimeout(() => {
        timer = undefined
        save()
      }, PATIENCE).unref()
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
      save()
      unlock()
      return failure === undefined
    },
  }
}
