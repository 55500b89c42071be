/**
 * The emulator's pages, under a strict content security policy, and the classic scripts of its
 * stand-ins.
 */

import { html, raw } from 'hono/html'

interface Page {
  title: string
  body?: ReturnType<typeof html>
  /**
   * Path of the page's only script, a classic one that can call the emulator. Default: no script
   * runs.
   */
  script?: string
  /** Whether pages of other origins can show it in a frame. Default: false. */
  isFramed?: boolean
}

/** Fits in a frame of 391 px and on a whole screen, in light and dark mode. */
const sheet = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: Canvas }
body { max-width: 40rem; margin: 0 auto; padding: 16px 20px }
h1 { font-size: 1.25rem; margin: 0 0 8px }
ul { list-style: none; margin: 12px 0; padding: 0 }
li + li { margin-top: 8px }
a, button, input { font: inherit; box-sizing: border-box; min-height: 40px; padding: 7px 12px }
a, button, input { border: 1px solid GrayText; border-radius: 6px }
li > * { display: block; width: 100%; text-align: start; color: inherit; text-decoration: none; background: none; cursor: pointer }
form { display: flex; flex-wrap: wrap; gap: 8px; align-items: end }
label { flex: 1 1 12rem } input { display: block; width: 100% }
`

/**
 * A page under a strict content security policy: no external resources, and nothing inline except
 * its own style sheet.
 */
export const htmlPage = async ({ title, body, script, isFramed }: Page) => {
  const nonce = crypto.randomUUID()
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    ...(script ? ["script-src 'self'", "connect-src 'self'", "form-action 'self'"] : []),
    ...(isFramed ? [] : ["frame-ancestors 'none'"]),
  ]
  const page = await html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} (emulated)</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${raw(sheet)}</style>
${body ?? ''}
${script && html`<script src="${script}"></script>`}
</html>`
  return new Response(String(page), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy.join('; '),
      'Cache-Control': 'no-store',
    },
  })
}

/**
 * A classic script that calls `main` with these values (JSON). The source of the function is sent,
 * so it must use nothing outside of itself except the globals of a page.
 */
export const script = <Args extends unknown[]>(main: (...args: Args) => void, ...args: Args) => {
  // When the emulator runs from its sources, tsx wraps functions in calls that keep their names.
  const keepName = 'const __name = (f) => f'
  const values = args.map((value) => JSON.stringify(value) ?? 'undefined').join(', ')
  return new Response(`(() => { ${keepName}; (${main})(${values}) })()`, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  })
}
