/**
 * `latchkey migrate`: switches an application from the provider's SDK to the drop-in entries, and
 * says what it left.
 */
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { aliasesOf } from './application.ts'
import { mentions, packagesIn } from './counterparts.ts'
import { changedLines, type Findings, lineOf, needsPackage, withEdits } from './edits.ts'
import { filesBelow, manifestOf, rootsOf, textOf } from './files.ts'
import { jsonIn } from './program.ts'
import { jsonValueOf, migrateManifest, tooOldFor, withPeers } from './manifest.ts'
import type { MigratedFile } from './report.ts'
import { findingsIn, isProgram, type TextFindings, type Texts } from './texts.ts'

export { reportOf } from './report.ts'

/** What to migrate. */
export interface MigrateOptions {
  folder: string
  /** Files and folders, relative to `folder`. Default: the whole folder. */
  paths?: readonly string[]
  /** Whether to write nothing. Default false. */
  dry?: boolean
  /** The version of Latchkey that package.json should name. */
  version: string
}

/** Files that a package manager writes. */
const lockFile = /(^|[\\/])(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock)$/

/** What cannot hold a name that somebody reads. */
const isBinary =
  /\.(png|jpe?g|gif|webp|avif|ico|icns|pdf|zip|gz|tgz|br|woff2?|ttf|otf|eot|mp[34]|mov|webm|wasm|node|exe|sqlite|db|tsbuildinfo|map)$/i

const withSlashes = (path: string) => path.split(sep).join('/')

/** Reads the aliases of an application's tsconfig.json or jsconfig.json. */
const aliasesIn = (folder: string) => {
  for (const name of ['tsconfig.json', 'jsconfig.json', 'tsconfig.app.json']) {
    const text = existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''
    const aliases = aliasesOf(jsonValueOf(jsonIn(text)))
    if (Object.keys(aliases).length > 0) return aliases
  }
  return undefined
}

/**
 * Rewrites the files of an application, and returns those with a change or with something that was
 * left; or one sentence that says what has to be done first. All files are read before the first is
 * written.
 * @throws NoSuchPath
 */
export const migrate = ({ folder, paths = [], dry, version }: MigrateOptions): MigratedFile[] | string => {
  const roots = rootsOf(folder, paths)
  const selection = new Set(roots.flatMap((root) => filesBelow(root)))
  const results = new Map<string, { text: string; findings: Findings }>()
  const manifests = new Map<string | undefined, string[]>()
  for (const file of selection) {
    const manifest = manifestOf(file)
    manifests.set(manifest, [...(manifests.get(manifest) ?? []), file])
  }
  const applications = [...manifests].map(([manifest, files]) => {
    const isWhole = manifest !== undefined && roots.some((root) => manifest.startsWith(root + sep))
    // what a client is used for may be in files that stay as they are
    const others = isWhole || !manifest ? [] : filesBelow(dirname(manifest)).filter((file) => manifestOf(file) === manifest)
    return readApplication(manifest, [...new Set([...files, ...others])], version)
  })
  const rules = findingsIn(applications)
  for (const [at, application] of applications.entries()) {
    const outcome = migrateApplication(application, rules[at]!, selection)
    if (typeof outcome === 'string')
      return `${outcome} (${relative(folder, application.manifest!) || 'package.json'}). Update React, then run this again.`
    for (const [file, each] of outcome) results.set(file, each)
  }
  const affectedFiles = [...results].filter(([, { findings }]) => findings.edits.length + findings.leftovers.length > 0)
  if (!dry)
    for (const [file, { text, findings }] of affectedFiles)
      if (findings.edits.length > 0) writeFileSync(file, withEdits(text, findings.edits))
  return affectedFiles
    .map(([file, { text, findings }]) => ({
      path: withSlashes(relative(folder, file)),
      changes: changedLines(text, findings.edits),
      needsInstall: findings.edits.some(needsPackage),
      leftovers: findings.leftovers.map(({ at, what, why }) => ({ line: lineOf(text, at), what, why })),
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** An application as it is on the disk. */
interface ReadApplication extends Texts {
  manifest?: string
  files: readonly string[]
}

const readApplication = (manifest: string | undefined, files: readonly string[], version: string): ReadApplication => {
  const texts = new Map<string, string>()
  for (const file of files) {
    const text = lockFile.test(file) || isBinary.test(file) || file === manifest ? undefined : textOf(file)
    if (text !== undefined) texts.set(withSlashes(file), text)
  }
  const folder = manifest ? dirname(manifest) : ''
  return { manifest, files, texts, folder: withSlashes(folder), aliases: manifest ? aliasesIn(folder) : undefined, version }
}

/**
 * Applies the rules to an application. Returns what was found in each file, or why it cannot be
 * switched yet.
 */
const migrateApplication = (
  { manifest, files, texts, version }: ReadApplication,
  rules: ReadonlyMap<string, TextFindings>,
  /** The files that may be changed. */
  selection: ReadonlySet<string>,
): Map<string, { text: string; findings: Findings }> | string => {
  const results = new Map<string, { text: string; findings: Findings }>()
  const neededPackages = new Set<string>()
  for (const file of files) {
    const text = texts.get(withSlashes(file))
    if (text === undefined) {
      const latin = isProgram(file) ? readFileSync(file, 'latin1') : ''
      if (!mentions(latin)) continue
      for (const name of packagesIn(latin)) neededPackages.add(name)
      const leftovers = [{ at: 0, what: basename(file), why: 'It is not UTF-8. Change it by hand.' }]
      if (selection.has(file)) results.set(file, { text: latin, findings: { edits: [], leftovers } })
      continue
    }
    const each = rules.get(withSlashes(file))
    if (!each) continue
    // another run may change what is not chosen
    for (const name of selection.has(file) ? each.neededPackages : packagesIn(text)) neededPackages.add(name)
    if (selection.has(file)) results.set(file, { text, findings: each })
  }
  if (!manifest) return results
  const text = textOf(manifest) ?? ''
  const isChanged = [...results.values()].some(({ findings }) => findings.edits.some((edit) => needsPackage(edit) || mentions(text)))
  if (!(isChanged || selection.has(manifest))) return results
  const tooOld = isChanged && tooOldFor(text)
  if (tooOld) return tooOld
  const isJestReady = [...results.values()].some(({ findings }) =>
    findings.edits.some(({ text }) => text.includes('transformIgnorePatterns')),
  )
  const findings = migrateManifest(
    text,
    isChanged ? { range: `^${version}`, neededPackages: withPeers(text, neededPackages), isJestReady } : undefined,
  )
  const byHand = (why: string) => ({ edits: [], leftovers: [{ at: 0, what: 'package.json', why: `${why} Change it by hand.` }] })
  const isLink = lstatSync(manifest).isSymbolicLink()
  results.set(manifest, { text, findings: isLink ? byHand('It is a symbolic link.') : (findings ?? byHand('It is not JSON.')) })
  return results
}
