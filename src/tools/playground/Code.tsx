import css from 'highlight.js/lib/languages/css'
import json from 'highlight.js/lib/languages/json'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import { createLowlight } from 'lowlight'
import { useMemo, type ReactNode } from 'react'

const lowlight = createLowlight({ css, html: xml, json, typescript })

export type CodeLanguage = 'css' | 'html' | 'json' | 'typescript'

type Node = ReturnType<typeof lowlight.highlight>['children'][number]

/**
 * React elements instead of HTML: the page's content security policy allows no HTML from strings.
 */
const render = (node: Node, index: number): ReactNode => {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  return (
    <span key={index} className={(node.properties.className as string[]).join(' ')}>
      {node.children.map(render)}
    </span>
  )
}

/** Highlighted code. `label`: its name for screen readers. */
export function Code({ language, text, label }: { language: CodeLanguage; text: string; label: string }) {
  const tokens = useMemo(() => lowlight.highlight(language, text).children.map(render), [language, text])
  // The code scrolls, so it must be reachable by keyboard.
  return (
    <pre className="code" tabIndex={0} role="region" aria-label={label}>
      <code>{tokens}</code>
    </pre>
  )
}
