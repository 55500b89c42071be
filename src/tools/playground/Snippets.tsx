import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import type { prerender as Prerender } from '../../prerender/index.tsx'
import { mountModule, reactModule } from '../snippet/modules.ts'
import type { EmbedChunks } from '../snippet/snippet.ts'
import { base } from './base.ts'
import { Card } from './Card.tsx'
import { Code, type CodeLanguage } from './Code.tsx'
import { CopyButton } from './CopyButton.tsx'
import { css, formInPage, scriptTag, type Snippet } from './snippets.ts'

/** The forms of the code: the name of each, the language it is in, and what writes it. */
const forms: { name: string; language: CodeLanguage; write: (of: Snippet, chunks: EmbedChunks, prerender?: typeof Prerender) => string }[] =
  [
    { name: 'Script tag', language: 'html', write: scriptTag },
    { name: 'TypeScript', language: 'typescript', write: mountModule },
    { name: 'React', language: 'typescript', write: reactModule },
    { name: 'Theme as CSS', language: 'css', write: css },
    { name: 'Form in the page', language: 'html', write: formInPage },
  ]

/** The built module, from the server of this page. */
const prerenderModule = `${base}/prerender.js`

/** Returns the function that renders forms as HTML, once it is wanted and has loaded. */
function usePrerender(isWanted: boolean) {
  const [prerender, setPrerender] = useState<typeof Prerender>()
  useEffect(() => {
    if (isWanted) void import(prerenderModule).then((module) => setPrerender(() => module.prerender))
  }, [isWanted])
  return prerender
}

/** Code that shows the same widget on another page, ready to copy. */
export function Snippets({ of, chunks }: { of: Snippet; chunks: EmbedChunks }) {
  const id = useId()
  const [selectedIndex, setSelectedIndex] = useState(0)
  const { name: form, language, write } = forms[selectedIndex]!
  const prerender = usePrerender(write === formInPage)
  const code = write(of, chunks, prerender)

  /** Keys of a tab list: arrows move the focus and select (WAI-ARIA APG). */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const next = (selectedIndex + step + forms.length) % forms.length
    setSelectedIndex(next)
    ;(event.currentTarget.children[next] as HTMLElement).focus()
  }

  return (
    <Card title="Code" className="snippets" actions={<CopyButton text={code} label="Copy code" />}>
      <div role="tablist" aria-label="Form of the code" className="tabs" onKeyDown={onKeyDown}>
        {forms.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}${index}`}
            aria-selected={index === selectedIndex}
            aria-controls={`${id}panel`}
            tabIndex={index === selectedIndex ? 0 : -1}
            onClick={() => setSelectedIndex(index)}
          >
            {name}
          </button>
        ))}
      </div>
      {selectedIndex === 0 && of.plainEnglish === !of.backend && (
        <p className="hint note">
          A script tag imports nothing, so this one speaks {of.backend ? 'plain' : "the provider's"} English. Give it{' '}
          {of.backend ? "the provider's" : 'plain'} English as <code>data-strings</code>.
        </p>
      )}
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${selectedIndex}`}>
        <Code language={language} text={code} label={form} />
      </div>
    </Card>
  )
}
