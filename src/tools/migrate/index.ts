/** `latchkey migrate`: switches an application from the provider's SDK to the drop-in entries, and says what it left. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { packageOf, providerEntry } from './counterparts.ts'
import { type ChangedLines, changedLines, type Findings, lineOf, withEdits } from './edits.ts'
import { migrateManifest } from './manifest.ts'
import { programsOf } from './programs.ts'
import { type Application, migrateSource } from './source.ts'
import { hostTypeScript, type TypeScript } from './typescript.ts'

export { NoTypeScript } from './typescript.ts'

/** What to migrate. */
export interface MigrateOptions {
  /** The folder of the application, whose TypeScript reads the files. */
  folder: string
  /** Files and folders, relative to `folder`. Default: the whole folder. */
  paths?: readonly string[]
  /** Whether to write nothing. Default false. */
  dry?: boolean
  /** The version of Latchkey that package.json should name. */
  version: string
}

/** What happened to one file. */
export interface MigratedFile {
  /** Its path, relative to the folder. */
  path: string
  /** The lines that changed, as they were and as they are. */
  changed: ChangedLines[]
  /** What was left in it. */
  left: { line: number; what: string; why: string }[]
}

/** A path does not exist. */
export class NoSuchPath extends Error {}

/** Folders of what was installed or built, which nobody edits. */
const skipped = /^(node_modules|dist|build|out|coverage|\..*)$/

/** The files below a folder that somebody edits, or the file itself. */
export const filesBelow = (path: string): string[] => {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return skipped.test(entry.name) ? [] : filesBelow(join(path, entry.name))
      return entry.isFile() ? [join(path, entry.name)] : []
    })
}

/** Returns the text of a file, or undefined if it is not UTF-8. */
const textOf = (file: string): string | undefined => {
  const bytes = readFileSync(file)
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : undefined
}

/** The path of the package.json that a file belongs to, if there is one. */
const manifestOf = (file: string): string | undefined => {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (existsSync(manifest)) return manifest
    if (folder === dirname(folder)) return undefined
  }
}

const frameworkOf = (manifest: string | undefined): Application['framework'] => {
  const text = (manifest && textOf(manifest)) ?? ''
  return /"@stytch\/nextjs"\s*:/.test(text) ? 'nextjs' : /"@stytch\/react"\s*:/.test(text) ? 'react' : 'none'
}

const nothing = (): Findings => ({ edits: [], left: [], needed: [] })

/** What is left of a file that is not UTF-8, and would lose characters if it were written again. */
const unreadable = (file: string, text: string): Findings => ({
  ...nothing(),
  left: [{ at: 0, what: basename(file), why: 'It is not UTF-8. Change it by hand.' }],
  needed: [...text.matchAll(new RegExp(providerEntry, 'g'))].map(([entry]) => packageOf(entry)),
})

/** Applies the rules to a file of any kind. */
const findingsIn = (ts: TypeScript, file: string, text: string, application: Application): Findings => {
  const found = nothing()
  const mentions = [...text.matchAll(new RegExp(providerEntry, 'g'))]
  const programs = programsOf(ts, file, text)
  for (const { start, end, kind } of programs ?? []) {
    const inside = migrateSource(ts, text.slice(start, end), kind, application)
    if (inside) {
      found.edits.push(...inside.edits.map((edit) => ({ ...edit, start: edit.start + start, end: edit.end + start })))
      found.left.push(...inside.left.map((left) => ({ ...left, at: left.at + start })))
      found.needed.push(...inside.needed)
      continue
    }
    const unread = mentions.filter(({ index }) => index >= start && index < end)
    for (const { 0: entry, index } of unread) {
      found.left.push({ at: index, what: entry, why: 'TypeScript cannot read this file. Change it by hand.' })
      found.needed.push(packageOf(entry))
    }
  }
  if (/\.(json|mdx)$/.test(file) && !/(^|[\\/])(package-lock|package)\.json$/.test(file)) {
    for (const { 0: entry, index } of mentions)
      found.left.push({ at: index, what: entry, why: "It names the provider's package. Write the entry of `latchkey` instead." })
  }
  if (/\.html?$/.test(file)) {
    for (const { 0: host, index } of text.matchAll(/js\.stytch\.com/g))
      found.left.push({
        at: index,
        what: host,
        why: "It loads the provider's script. Use Latchkey's script tag instead: npx latchkey snippet (docs/guides/script-tag.md).",
      })
  }
  return found
}

/**
 * Rewrites the files of an application, and returns those with a change or with something that was left. All files are read before the first is written.
 * @throws NoTypeScript if the folder has no TypeScript with an API
 * @throws NoSuchPath
 */
export const migrate = ({ folder, paths = [], dry, version }: MigrateOptions): MigratedFile[] => {
  const roots = (paths.length > 0 ? paths : ['.']).map((path) => resolve(folder, path))
  for (const root of roots) if (!existsSync(root)) throw new NoSuchPath(`There is no file or folder '${relative(folder, root)}'.`)
  const ts = hostTypeScript(folder)
  const files = [...new Set(roots.flatMap(filesBelow))]
  const found = new Map<string, { text: string; findings: Findings }>()
  /** For each package.json, the provider's packages that its application still needs, if a file of it was rewritten. */
  const applications = new Map<string, Set<string>>()
  const stillNeeded = new Map<string, Set<string>>()
  for (const file of files) {
    if (!/\.([cm]?[jt]sx?|vue|svelte|astro|html?|json|mdx)$/.test(file)) continue
    const readable = textOf(file)
    const text = readable ?? readFileSync(file, 'latin1')
    if (!/@stytch\/|js\.stytch\.com/.test(text)) continue
    const manifest = manifestOf(file)
    if (file === manifest) continue
    const findings = readable === undefined ? unreadable(file, text) : findingsIn(ts, file, text, { framework: frameworkOf(manifest) })
    found.set(file, { text, findings })
    if (!manifest) continue
    const needed = stillNeeded.get(manifest) ?? new Set()
    stillNeeded.set(manifest, needed)
    for (const name of findings.needed) needed.add(name)
    if (findings.edits.length > 0) applications.set(manifest, needed)
  }
  const isWhole = (manifest: string) => roots.some((root) => manifest.startsWith(root + sep))
  for (const manifest of new Set([...applications.keys(), ...files.filter((file) => /[\\/]package\.json$/.test(file))])) {
    const text = textOf(manifest) ?? ''
    const needed = applications.get(manifest)
    // another folder may need what this one does not
    const kept = needed && (isWhole(manifest) ? [...needed] : [...text.matchAll(/@stytch\/[\w-]+/g)].map(([name]) => name))
    const findings = migrateManifest(ts, text, kept && { range: `^${version}`, needed: kept })
    found.set(manifest, {
      text,
      findings: findings ?? { ...nothing(), left: [{ at: 0, what: 'package.json', why: 'It is not JSON. Change it by hand.' }] },
    })
  }
  const touched = [...found].filter(([, { findings }]) => findings.edits.length + findings.left.length > 0)
  if (!dry)
    for (const [file, { text, findings }] of touched) if (findings.edits.length > 0) writeFileSync(file, withEdits(text, findings.edits))
  return touched
    .map(([file, { text, findings }]) => ({
      path: relative(folder, file).split(sep).join('/'),
      changed: changedLines(text, findings.edits),
      left: findings.left.map(({ at, what, why }) => ({ line: lineOf(text, at), what, why })),
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}
