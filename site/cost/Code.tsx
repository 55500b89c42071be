/** @jsxImportSource preact */
/**
 * Highlighted code that changes, with a button that copies it. It is made of elements: the page's
 * policy allows no HTML from strings.
 */
import bash from 'highlight.js/lib/languages/bash'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import { createLowlight } from 'lowlight'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'

const lowlight = createLowlight({ bash, html: xml, typescript })

type Node = ReturnType<typeof lowlight.highlight>['children'][number]

const render = (node: Node, at: number): ComponentChildren => {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  return (
    <span key={at} class={(node.properties.className as string[]).join(' ')}>
      {node.children.map(render)}
    </span>
  )
}

const NOTICE_TIME = 2000

const CopyButton = ({ text }: { text: string }) => {
  const [label, setLabel] = useState('Copy')
  // Only pages of https and of this machine have a clipboard, and none has one without a script.
  const [canCopy, setCanCopy] = useState(false)
  useEffect(() => setCanCopy(!!navigator.clipboard), [])
  useEffect(() => {
    if (label === 'Copy') return
    const timer = setTimeout(() => setLabel('Copy'), NOTICE_TIME)
    return () => clearTimeout(timer)
  }, [label])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setLabel('Copied'),
      () => setLabel('Not allowed to copy'),
    )
  return (
    <button type="button" class="copy" aria-live="polite" hidden={!canCopy} onClick={() => void copy()}>
      {label}
    </button>
  )
}

export interface CodeProps {
  language: 'bash' | 'html' | 'typescript'
  text: string
  /** Its name for screen readers. */
  label: string
}

export const Code = ({ language, text, label }: CodeProps) => (
  <div class="sample">
    {/* It scrolls, so it can be reached by keyboard. */}
    <div class="code" tabIndex={0} role="region" aria-label={label}>
      <pre>
        <code>{lowlight.highlight(language, text).children.map(render)}</code>
      </pre>
    </div>
    <CopyButton text={text} />
  </div>
)
