/** Which of a page's files are the widget's. */
import type { LoadedFile, Markup } from './facts.ts'
import type { EmbedChunks } from '../snippet/snippet.ts'

/** The files of dist/embed/, below its folder. */
const ownFile = /^(?:(?:embed|widget|when|integrity)\.js|c\/[\w.-]+\.js)$/

const withoutQuery = (url: string) => url.replace(/[?#].*$/, '')

const folderOf = (url: string) => withoutQuery(url).replace(/[^/]*$/, '')

/**
 * Returns the folders from which a page loads dist/embed/: those of its loaders and of each
 * `widget.js`.
 */
export const embedFolders = ({ tags, files }: Pick<Markup, 'tags'> & { files: readonly LoadedFile[] }): string[] => [
  ...new Set([
    ...tags.map(({ src }) => folderOf(src)),
    ...files.filter(({ url, copies }) => copies > 0 && withoutQuery(url).endsWith('/widget.js')).map(({ url }) => folderOf(url)),
  ]),
]

/**
 * Returns the path of a URL below dist/embed/, such as `c/otp.1a2b3c4d.js`; undefined if it is not
 * in one of these folders, or not one of its files.
 */
export const embedFile = (url: string, folders: readonly string[]): string | undefined => {
  const plain = withoutQuery(url)
  return folders.flatMap((folder) => (plain.startsWith(folder) ? [plain.slice(folder.length)] : [])).find((path) => ownFile.test(path))
}

/** Returns whether a URL is one of the widget's files, or a bundle that contains the widget. */
export const isWidgetFile = (url: string, facts: Pick<Markup, 'tags'> & { files: readonly LoadedFile[] }): boolean =>
  embedFile(url, embedFolders(facts)) !== undefined ||
  facts.files.some((file) => file.copies > 0 && withoutQuery(file.url) === withoutQuery(url))

/**
 * Returns the name of a chunk without the hash of its release: `c/otp.1a2b3c4d.js` and `c/otp.js`
 * are the same chunk.
 */
export const withoutHash = (file: string): string => file.replace(/\.[0-9a-f]{8}\.js$/, '.js')

/** Returns the chunks of the doctor's own release, by their names without the hash. */
export const releasedChunks = (chunks: EmbedChunks): Map<string, EmbedChunks[string]> =>
  new Map(Object.values(chunks).map((chunk) => [withoutHash(chunk.file), chunk]))
