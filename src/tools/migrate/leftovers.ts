/**
 * Finds what names the provider's SDK and was neither changed nor reported, so that nothing is
 * passed over in silence.
 */
import { mention, reasonFor, targets } from './counterparts.ts'
import type { Edit, Leftover } from './edits.ts'
import type { Region } from './source.ts'

/** The smallest region around a place. */
const around = (regions: readonly Region[], at: number): Region | undefined =>
  regions.filter(({ start, end }) => at >= start && at < end).sort((one, other) => one.end - one.start - (other.end - other.start))[0]

const isDocument = (path: string) => /\.(md|mdx|markdown|txt|rst|adoc)$|(^|\/)(LICENSE|NOTICE)/i.test(path)

const scriptOfProvider =
  "It loads the provider's script. Use Latchkey's script tag instead: npx latchkey snippet (docs/guides/script-tag.md). Take it out of your Content-Security-Policy, too."

const hostOfProvider =
  "It names the host of the provider's script, which Latchkey does not load. Remove it; if it loads the script, use Latchkey's script tag instead: npx latchkey snippet (docs/guides/script-tag.md)."

/** Whether a program writes a file: nobody types lines of this length. */
const isWritten = (path: string, text: string): boolean => /\.[cm]?js$/.test(path) && text.split('\n').some((line) => line.length > 5000)

/** Why a file was left that is called after one of the provider's packages, or changes it. */
export const reasonForFile = (path: string): string =>
  path.endsWith('.patch')
    ? 'It changes a package of the provider. If the application needs that no more, remove the patch and what names it, or the installation fails.'
    : 'It stands for a package of the provider in tests. Move it to the path of the entry of `latchkey` that takes its place.'

/** Why a mention was left, and what to do. */
const reasonForMention = (path: string, name: string, text: string, at: number, kind: Region['kind'] | undefined): string => {
  if (path.endsWith('.patch')) return reasonForFile(path)
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at)
  if (kind === 'comment') return 'It is in a comment, which changes nothing.'
  if (name.endsWith('stytch.com'))
    return /-src\b[^;]*$|Security-Policy/i.test(line)
      ? "A policy allows the provider's scripts, and Latchkey loads none from there. Take it out."
      : /\bsrc\s*=[\s{(]*["'`]?https?:\/\/$/.test(line)
        ? scriptOfProvider
        : hostOfProvider
  if (isDocument(path) && !kind) return 'It is in a document. Write the entry of `latchkey` instead.'
  if (/^(?:[^'"`\n]*\$\{|['"`]\s*\+)/.test(text.slice(at + name.length)))
    return 'The rest of the name is computed. Write the entries of `latchkey` (docs/guides/migration.md).'
  if (/^@stytch\/?$/.test(name) || name.includes('\\'))
    return "It names the provider's packages in a pattern or a text. If that is meant for a bundler or a test, write `latchkey` instead."
  if (/https?:\/\/[^\s"'`]*$/.test(line))
    return "It loads the provider's package from its address. Import `latchkey/compat` with your bundler, or use Latchkey's script tag: npx latchkey snippet (docs/guides/script-tag.md)."
  if (kind === 'path' || /node_modules\/$/.test(line))
    return "It is a path into the provider's package, which has no counterpart. Write the entry of `latchkey` instead."
  if (kind === 'declaration')
    return "Types of your project have no effect on Latchkey's. Remove the declaration, or move it to `latchkey/compat`."
  if (/\.(css|scss|less)$/.test(path)) return reasonFor(name)
  return kind
    ? "It names the provider's package in a text. If that is meant for a bundler or a test, write the entry of `latchkey` instead."
    : "It names the provider's package. Write `latchkey` or its entry instead, or remove it."
}

/**
 * The entry in whose place a file stands in tests, which find it by its path, and how that ends.
 */
export const mockEntryOf = (path: string): [entry: string, extension: string] | undefined => {
  const [, entry, extension] = /(?:^|\/)__mocks__\/(@stytch\/.+?)((?:\.d)?\.[cm]?[jt]sx?)$/.exec(path) ?? []
  return entry && targets[entry] ? [entry, extension!] : undefined
}

/** Says of such a file that it has to move. */
export const movedMock = (path: string): Leftover[] => {
  const [entry, extension] = mockEntryOf(path) ?? []
  if (!entry) return []
  const why = `Test runners find a mock by its path. Move it to __mocks__/${targets[entry]}${extension}.`
  return [{ at: 0, what: `__mocks__/${entry}${extension}`, why }]
}

/** What is left of the provider's names in a file, but for what is changed or reported already. */
export const leftoversIn = (
  path: string,
  text: string,
  regions: readonly Region[],
  edits: readonly Edit[],
  leftovers: readonly Leftover[],
): Leftover[] => {
  if (edits.length + leftovers.length === 0 && isWritten(path, text))
    return [
      {
        at: 0,
        what: path.slice(path.lastIndexOf('/') + 1),
        why: "A build seems to write this file, and it contains or names the provider's SDK. Build again.",
      },
    ]
  return [...text.matchAll(mention)].flatMap(({ 0: name, index }) => {
    const end = index + name.length
    if (edits.some((edit) => index < edit.end && end > edit.start)) return []
    if (leftovers.some(({ at, what }) => index >= at && index < at + what.length)) return []
    const region = around(regions, index)
    // there, it is the name of a company
    if (name === '@stytch' && !region && isDocument(path)) return []
    const isLiteral = region && region.kind !== 'comment' && region.kind !== 'path' && region.end - region.start < 200
    const what = isLiteral ? text.slice(region.start, region.end).split('\n')[0]! : name
    return [{ at: isLiteral ? region.start : index, what, why: reasonForMention(path, name, text, index, region?.kind) }]
  })
}
