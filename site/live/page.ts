/** Makes pages of the playground pages of the site. */
import { escapeHtml } from '../markdown.ts'
import { policyOf } from '../policy.ts'

/** What the widget, its worker and the frames of the gallery need besides. */
const policy = policyOf(["worker-src 'self'", "frame-src 'self'"], 'latchkey latchkey-worker')

const replaceOnce = (text: string, pattern: RegExp, by: string) => {
  if (!pattern.test(text)) throw new Error(`A page of the playground has no ${pattern}.`)
  return text.replace(pattern, () => by)
}

/**
 * Returns a page of the playground with the site's policy and colors, started by the worker's
 * script. The gallery's frames (`isFrame`) have colors of their own.
 */
export const livePage = (html: string, isFrame: boolean): string => {
  const root = /<html[^>]* data-root="([^"]*)"/.exec(html)?.[1]
  if (!root) throw new Error('A page of the playground does not say where its root is.')
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`,
    ...(isFrame ? [] : [`<script src="${root}../scheme.js"></script>`]),
  ]
  let page = replaceOnce(html, /<html lang="en"/, '<html lang="en" data-on-site')
  page = replaceOnce(page, /<meta charset="utf-8">/, head.join('\n    '))
  return replaceOnce(
    page,
    /<script type="module" src="main.js"><\/script>/,
    [
      `<link rel="stylesheet" href="${root}live.css">`,
      '<link rel="modulepreload" href="main.js">',
      `<script type="module" src="${root}start.js"></script>`,
    ].join('\n    '),
  )
}
