/** What the page downloads for the widget, next to what `latchkey size` says. */
import { costOf, sum, unknownProducts } from '../../snippet/size.ts'
import { PRODUCT_FILES, type LoadedConfig } from '../../../widget/loading.ts'
import type { EmbedChunks } from '../../snippet/snippet.ts'
import { finding } from '../codes.ts'
import type { Facts, LoadedFile } from '../facts.ts'
import { embedFile, embedFolders, withoutHash } from '../widgetFiles.ts'
import { configOf } from './options.ts'
import type { Rule } from './rule.ts'

/** A smaller file gains nothing by compression, in bytes. */
const SMALL = 1000

/** The shortest time for which a file that never changes is kept, in seconds: a week. */
const LONG = 7 * 24 * 3600

/** What a page downloads for the widget before anybody touches it. */
export interface Downloads {
  files: number
  /** The bytes of their bodies as sent. */
  bytes: number
  /**
   * The bytes that `latchkey size` prints for this configuration, in brotli. Undefined for a
   * bundle, whose files contain more than the widget.
   */
  expected?: number
}

/**
 * Files that a page with a form has no use for, unless it offers a product that has them. Any page
 * may load the others, such as what every call needs.
 */
const optionalFiles = [...PRODUCT_FILES, 'registration', 'idp']

/**
 * Computes what the page's configuration costs; undefined if it is in a bundle, or names unknown
 * products.
 */
const costOfPage = ({ tags, elements }: Pick<Facts, 'tags' | 'elements'>, chunks: EmbedChunks) => {
  const config = (configOf({ tags, elements }) ?? {}) as LoadedConfig
  if (tags.length === 0 || unknownProducts(Array.isArray(config.products) ? config : {}).length > 0) return undefined
  return costOf(config, chunks, tags[0]!.data.language, tags[0]!.data.backend)
}

const ours = (facts: Facts) => {
  const folders = embedFolders(facts)
  return facts.files.filter(({ url, status = 0, copies }) => status < 400 && (embedFile(url, folders) !== undefined || copies > 0))
}

export const downloads = (facts: Facts, chunks: EmbedChunks): Downloads => {
  const list = ours(facts)
  const cost = costOfPage(facts, chunks)
  return {
    files: list.length,
    bytes: list.reduce((total, { encodedSize }) => total + encodedSize, 0),
    ...(cost && { expected: sum([...cost.first, ...cost.rest], 'brotli') }),
  }
}

const maxAge = ({ headers }: LoadedFile) => {
  const policy = headers['cache-control'] ?? ''
  return /no-store|no-cache/.test(policy) ? 0 : Number(/max-age=(\d+)/.exec(policy)?.[1] ?? 0)
}

export const bytes: Rule = (facts, chunks) => {
  const list = ours(facts)
  const folders = embedFolders(facts)
  const cost = costOfPage(facts, chunks)
  const names = new Set(cost && [...cost.first, ...cost.rest, ...cost.later].map(({ file }) => withoutHash(file)))
  const extra = list.filter(({ url }) => {
    const name = withoutHash(embedFile(url, folders) ?? '')
    return optionalFiles.some((file) => name === `c/${file}.js`) && !names.has(name)
  })
  const { production } = facts
  const plain = list.filter(({ headers, bytes }) => bytes > SMALL && !headers['content-encoding'])
  const fleeting = list.filter((file) => withoutHash(file.url) !== file.url && maxAge(file) < LONG)
  return [
    ...finding(
      'bytes.extra_files',
      cost ? extra.map(({ url, encodedSize }) => `${url}: ${encodedSize} bytes`) : [],
      'The page downloads files of the widget that this configuration does not need at first.',
      'Print the snippet again for this configuration: npx latchkey snippet --config ... links to what it needs, and to nothing else.',
    ),
    ...finding(
      'bytes.whole_bundle',
      list
        .filter(({ copies, holdsLaterCode }) => copies > 0 && holdsLaterCode)
        .map(({ url, encodedSize }) => `${url}: ${encodedSize} bytes`),
      'Your bundler has put the whole widget into one file, with the code that most visitors never need.',
      'Let it split code at import(): set the format to ES modules, and do not inline dynamic imports.',
    ),
    ...finding(
      'bytes.uncompressed',
      production ? plain.map(({ url, bytes }) => `${url}: ${bytes} bytes`) : [],
      'Files of the widget are sent uncompressed, three times as large as they could be.',
      'Turn on brotli or gzip for JavaScript on your server.',
    ),
    ...finding(
      'bytes.uncached',
      production ? fleeting.map(({ url, headers }) => `${url}: Cache-Control: ${headers['cache-control'] ?? '(none)'}`) : [],
      'Files with a hash in their names never change, and browsers may not keep them.',
      'Send them with Cache-Control: public, max-age=31536000, immutable.',
    ),
  ]
}
