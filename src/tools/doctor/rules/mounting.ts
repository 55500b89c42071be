/** How many widgets and copies of the code there are. */
import { isLoopback } from '../loopback.ts'
import { finding } from '../codes.ts'
import type { Rule } from './rule.ts'

const duplicates = (texts: readonly string[]) => texts.filter((text, at) => texts.indexOf(text) !== at)

export const mounting: Rule = ({ tags, elements, widgets, files, lines, url }) => {
  const withoutElement = tags.filter(({ data, hasElement }) => data.element && !hasElement)
  const refusals = lines.filter(({ text }) => /applies to no DOM elements/.test(text)).map(({ text }) => text.split('\n')[0]!)
  const scripts = duplicates(tags.map(({ src, data }) => `${src} for ${data.element ?? 'no element'}`))
  // the components of an application can be different ones
  const methods = duplicates(widgets.map(({ method }) => method)).filter((method) => method !== 'component')
  const copies = files.filter(({ copies }) => copies > 0)
  const distinct = [...new Map(copies.map((file) => [file.hashes?.sha256 ?? file.url, file])).values()]
  const count = distinct.reduce((sum, file) => sum + file.copies, 0)
  return [
    ...finding(
      'page.http',
      new URL(url).protocol === 'http:' && !isLoopback(url) ? [url] : [],
      'The page is served without encryption, so browsers refuse the session’s cookies, passkeys and signing.',
      'Serve it with https.',
    ),
    ...finding(
      'mount.no_element',
      withoutElement.length > 0 ? withoutElement.map(({ data }) => `data-element="${data.element}"`) : refusals,
      'The element for the widget is not on the page.',
      'Put the element on the page before the widget is mounted, or correct the selector.',
    ),
    ...finding(
      'mount.script_twice',
      scripts,
      'The script tag is on the page twice.',
      'Take one out. A layout and a page often both have it.',
    ),
    ...finding(
      'mount.twice',
      methods.flatMap((method) => widgets.filter((widget) => widget.method === method).map(({ selector }) => `${method} in ${selector}`)),
      'The page shows the same widget twice.',
      'Mount it once, or call unmount() on the old one before you mount it in another element.',
    ),
    ...finding(
      'mount.two_versions',
      count > 1 ? distinct.map((file) => file.url) : [],
      'The page loads two copies of the widget’s code.',
      elements.length > 0 || tags.length > 0
        ? 'Use either the script tag or the npm package, not both, and one release of it.'
        : 'Import the widget from one entry (latchkey, latchkey/react or latchkey/element), and install one release.',
    ),
  ]
}

/**
 * For a page without a widget and without any other reason for that. One with a client alone can
 * have screens of its own.
 */
export const absence: Rule = ({ widgets, tags, elements, clients }) =>
  finding(
    'mount.none',
    widgets.length > 0 || (clients.length > 0 && tags.length + elements.length === 0)
      ? []
      : [tags.length > 0 ? tags[0]!.src : elements.length > 0 ? `<${elements[0]!.tag}>` : 'no script tag, no element and no mount'],
    'No widget appears on this page.',
    tags.length > 0 && !tags.some(({ data }) => data.element)
      ? 'Add data-element to the script tag: a selector of the element for the widget.'
      : 'Open the URL of the page with the widget. If it appears only after a press, give the doctor a URL that shows it at once.',
  )
