/**
 * The form to try on the start page. It is in the page's HTML, so it costs no script before a
 * visitor touches it: site/client/demonstration.ts loads the widget and the emulator then.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dist } from '../build/paths.ts'
import { login } from './client/demonstrationLogin.ts'

const { prerender } = (await import(pathToFileURL(join(dist, 'prerender/index.js')).href)) as typeof import('../src/prerender/index.tsx')

const form = prerender({ ...login, backend: '/' })

/** The style sheet of the form, for a file: the site's policy allows no inline style. */
export const formStyle = form.style

/** The files of the start page: that sheet, and the sources in site/client/. */
export const demonstrationFiles = ['form.css', 'demonstration.css', 'demonstration.js']

/** Returns the HTML of the form, with what it is. */
export const demonstration = (): string => `<aside class="demonstration" aria-label="Demonstration">
<div id="demonstration">${form.html}</div>
<div id="demonstration-mail" role="status"></div>
<p>A demonstration: the server is emulated in this page. It sends no mail, nothing that you type leaves the page, and it forgets you when you leave.</p>
</aside>`
