/**
 * Finds what names the provider's SDK and was neither changed nor reported, so that nothing is
 * passed over in silence.
 */
import { mention, mentions } from './counterparts.ts'
import type { Edit, Leftover } from './edits.ts'

const byHand = "It names the provider's package. Change it by hand."

const scriptOfProvider =
  "Latchkey loads nothing from there. Take it out of policies; if it loads the provider's script, use Latchkey's script tag instead: npx latchkey snippet (docs/guides/script-tag.md)."

/** Returns whether a program writes a file: nobody types lines of this length. */
const isWritten = (path: string, text: string): boolean => /\.[cm]?js$/.test(path) && text.split('\n').some((line) => line.length > 5000)

const isDocument = (path: string) => /\.(mdx?|markdown|txt|rst|adoc)$|(^|\/)(LICENSE|NOTICE)/i.test(path)

/** Returns the mentions of the provider in a file that are neither changed nor reported. */
export const leftoversIn = (path: string, text: string, edits: readonly Edit[], leftovers: readonly Leftover[]): Leftover[] => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (edits.length + leftovers.length === 0 && isWritten(path, text))
    return [{ at: 0, what: name, why: "A build seems to write this file, and it contains or names the provider's SDK. Build again." }]
  const mentionsLeft = [...text.matchAll(mention)].flatMap(({ 0: what, index: at }) => {
    if (edits.some(({ start, end }) => at < end && at + what.length > start)) return []
    if (leftovers.some((other) => at >= other.at && at < other.at + other.what.length)) return []
    // there, it is the name of a company
    if (what === '@stytch' && isDocument(path)) return []
    return [{ at, what, why: what.endsWith('stytch.com') ? scriptOfProvider : byHand }]
  })
  // such as a patch, or what a test takes instead of a package
  return mentions(path) ? [...mentionsLeft, { at: 0, what: name, why: byHand }] : mentionsLeft
}
