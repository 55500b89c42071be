/** Hashes on the page, and the files that came. */
import { finding } from '../codes.ts'
import type { LoadedFile } from '../facts.ts'
import { embedFile, embedFolders, releasedChunks, withoutHash } from '../widgetFiles.ts'
import type { Rule } from './rule.ts'

/**
 * Returns whether a file has one of the hashes of an `integrity` attribute. One that no browser
 * knows counts for nothing.
 */
const matches = (integrity: string, hashes: NonNullable<LoadedFile['hashes']>) => {
  const supported = [...integrity.matchAll(/\b(sha256|sha384|sha512)-([\w+/=]+)/g)]
  return supported.length === 0 || supported.some(([, by, hash]) => hashes[by!] === hash)
}

const MISMATCH = 'Files of the widget do not have the hashes that the page has for them, so browsers do not run them.'

export const integrity: Rule = (facts, chunks) => {
  const { tags, links, files, url } = facts
  const folders = embedFolders(facts)
  const ownChunks = releasedChunks(chunks)
  const fileAt = (address: string) => files.find((file) => file.url === address)
  const requests = [
    ...tags.map(({ src, integrity }) => ({ address: src, integrity })),
    ...links.map(({ href, integrity }) => ({ address: href, integrity })),
    ...tags.flatMap(({ src, data }) => {
      const folder = src.replace(/[^/]*$/, '')
      return (data.integrity ?? '').split(', ').map((entry) => {
        const [file = '', hash = ''] = entry.split(' ')
        return { address: folder + file, integrity: hash }
      })
    }),
  ].filter(({ address, integrity }) => integrity && embedFile(address, folders))
  const wrong = requests.filter(({ address, integrity }) => {
    const hashes = fileAt(address)?.hashes
    return hashes && !matches(integrity, hashes)
  })
  /**
   * A file of this release whose hash on the page is not this release's; or a file that another
   * release had, and that is not there.
   */
  const isStale = ({ address, integrity }: (typeof requests)[number]) => {
    const file = embedFile(address, folders)!
    const own = ownChunks.get(withoutHash(file))
    const came = fileAt(address)
    if (!own || !came) return false
    if (came.status !== undefined && came.status >= 400) return own.file !== file
    // the snippet's hashes are sha384; the loader's own links have others
    return /\bsha384-/.test(integrity) && !!came.hashes && matches(own.integrity, came.hashes) && !integrity.includes(own.integrity)
  }
  const stale = requests.filter(isStale)
  const origin = new URL(url).origin
  const foreign = tags.filter(({ src, integrity, data }) => new URL(src).origin !== origin && !(integrity && data.integrity))
  const bareLinks = tags.some(({ data }) => data.integrity)
    ? links.filter(({ href, integrity }) => embedFile(href, folders) && !/sha(256|384|512)-/.test(integrity))
    : []
  return [
    ...finding(
      'integrity.stale_snippet',
      stale.map(({ address }) => address),
      'The snippet on the page is of another release than the files that your server has.',
      'Print it again after every update, with npx latchkey snippet, and deploy both together.',
    ),
    ...finding(
      'integrity.mismatch',
      stale.length > 0 ? [] : wrong.map(({ address }) => address),
      MISMATCH,
      'Serve the files of dist/embed/ byte for byte, without a minifier or a proxy that changes them, and copy the snippet of the same release.',
    ),
    ...finding(
      'integrity.missing',
      foreign.map(({ src }) => src),
      'The widget comes from another origin, and the page does not say which files are the right ones.',
      'Use the tag that npx latchkey snippet prints, with `integrity` and `data-integrity`.',
    ),
    ...finding(
      'integrity.unchecked_link',
      bareLinks.map(({ href }) => href),
      'The script tag asks for hashes, but a preload link has none, so the loader refuses the file of `widget.js` and loads every other one twice.',
      'Copy the whole snippet that npx latchkey snippet prints, with the `integrity` of each link.',
    ),
  ]
}
