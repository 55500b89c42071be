/** Files of the widget that do not come, or come in a way that browsers refuse. */
import { finding } from '../codes.ts'
import { embedFile, embedFolders } from '../widgetFiles.ts'
import type { Facts, LoadedFile } from '../facts.ts'
import type { Rule } from './rule.ts'
import { integrity } from './integrity.ts'

const javascript = /^(?:text|application)\/(?:x-)?(?:java|ecma)script\b/i

/**
 * Returns whether browsers load a file by CORS: modules always, the loader only with `crossorigin`.
 */
const byCors = ({ url }: LoadedFile, { tags }: Facts) => tags.find(({ src }) => src === url)?.crossOrigin ?? true

export const files: Rule = (facts, chunks) => {
  const { files: all, url } = facts
  const folders = embedFolders(facts)
  const { origin } = new URL(url)
  const ours = all.filter((file) => embedFile(file.url, folders))
  const isStale = integrity(facts, chunks).flatMap(({ code, evidence }) => (code === 'integrity.stale_snippet' ? evidence : []))
  const missing = ours.filter(
    ({ url, status, failure }) =>
      !isStale.includes(url) && (status === undefined ? failure !== undefined && !/BLOCKED_BY_CSP|ABORTED/.test(failure) : status >= 400),
  )
  const came = ours.filter(({ status }) => status !== undefined && status < 400)
  const mistyped = came.filter(({ headers }) => !javascript.test(headers['content-type'] ?? ''))
  const unreadable = came.filter((file) => {
    const allowedOrigin = file.headers['access-control-allow-origin']
    return new URL(file.url).origin !== origin && byCors(file, facts) && allowedOrigin !== '*' && allowedOrigin !== origin
  })
  const linesOf = (list: LoadedFile[], what: (file: LoadedFile) => string) => list.map((file) => `${file.url}: ${what(file)}`)
  return [
    ...finding(
      'files.missing',
      linesOf(missing, ({ status, failure }) => (status === undefined ? failure! : String(status))),
      'Files of the widget cannot be loaded.',
      'Serve all of dist/embed/, with its folder c/, below the URL of the loader.',
    ),
    ...finding(
      'files.type',
      linesOf(mistyped, ({ headers }) => headers['content-type'] ?? 'no Content-Type'),
      'Files of the widget are not served as JavaScript, so browsers do not run them.',
      'Send them with Content-Type: text/javascript.',
    ),
    ...finding(
      'files.cors',
      linesOf(unreadable, ({ headers }) => `Access-Control-Allow-Origin: ${headers['access-control-allow-origin'] ?? '(none)'}`),
      'The widget is on another origin, which does not let this page load modules.',
      `Send Access-Control-Allow-Origin: * (or ${origin}) with the files of dist/embed/.`,
    ),
  ]
}
