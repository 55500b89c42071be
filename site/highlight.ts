/** Highlights code when the site is built, so that pages need no script for it. */
import highlight from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import plaintext from 'highlight.js/lib/languages/plaintext'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

for (const [name, language] of Object.entries({ bash, css, javascript, json, plaintext, typescript, xml, yaml }))
  highlight.registerLanguage(name, language)
highlight.registerAliases(['vue', 'svelte', 'astro'], { languageName: 'xml' })
highlight.registerAliases('csp', { languageName: 'plaintext' })

/**
 * Returns code as HTML, with classes `hljs-...`. `language` is the word after the fence. Throws if
 * it is not registered here.
 */
export const highlightedCode = (code: string, language = 'plaintext'): string => {
  const name = language.split(/\s/)[0] || 'plaintext'
  if (!highlight.getLanguage(name)) throw new Error(`Code in '${name}' cannot be highlighted. Register the language in site/highlight.ts`)
  return highlight.highlight(code, { language: name }).value
}
