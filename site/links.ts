/**
 * Where a link on a page leads: to another page, to a picture, or to a page with a file's source.
 */
import { existsSync, statSync } from 'node:fs'
import { extname, join, posix } from 'node:path'
import { root } from '../build/paths.ts'
import type { Outline } from './markdown.ts'
import type { Page } from './page.ts'

/**
 * What is on the site, by address (`reference/config/`) and by file of the repository
 * (`docs/guides/server.md`).
 */
export interface SiteTree {
  outlines: Map<string, Outline>
  pathOf: Map<string, string>
  /** Whether a part of the site has written this file itself. */
  isWritten: (path: string) => boolean
}

/** A target on the site: the address of a page, with its anchor, or of a file. */
interface Target {
  path: string
  anchor?: string
  /** The file of the repository to publish there. */
  file?: string
}

export const isPicture = (file: string): boolean => ['.png', '.jpg', '.svg', '.webp', '.gif', '.avif'].includes(extname(file))

export const isOnWeb = (link: string): boolean => /^(https?:|mailto:)/.test(link)

/** Returns the target of a link on a page. Throws an error that says why if there is none. */
export const targetOf = (link: string, page: Page, { outlines, pathOf, isWritten }: SiteTree): Target => {
  const [name = '', anchor] = link.split('#')
  const onPage = (path: string): Target => {
    if (anchor && !outlines.get(path)?.anchors.has(anchor)) throw new Error(`/${path} has no heading #${anchor}`)
    return { path, anchor }
  }
  if (!name) return onPage(page.path)
  if (name.startsWith('/')) {
    const path = name.slice(1)
    if (outlines.has(path)) return onPage(path)
    if (isWritten(path)) return { path, anchor }
    throw new Error(`there is no ${name} on the site`)
  }
  const file = posix.join(posix.dirname(page.source ?? 'docs/guides/.'), decodeURI(name))
  const path = pathOf.get(file)
  if (path !== undefined) return onPage(path)
  if (file.startsWith('..') || !existsSync(join(root, file))) throw new Error(`there is no ${file} in the repository`)
  if (statSync(join(root, file)).isDirectory()) throw new Error(`${file} is a folder. Link to a file in it`)
  return { path: isPicture(file) ? `pictures/${file}` : `source/${file}/`, file }
}

/** Returns a relative link between two addresses of the site, so that it works below any path. */
export const relativeLink = (from: string, to: string, anchor = ''): string => {
  const hash = anchor && `#${anchor}`
  if (from === to && hash) return hash
  const path = posix.relative(`/${from}`, `/${to}`) || '.'
  return `${path}${to === '' || to.endsWith('/') ? '/' : ''}${hash}`
}
