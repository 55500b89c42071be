import { useId, useState, type KeyboardEvent } from 'react'
import { costOf, sum } from '../size.ts'
import type { EmbedChunks } from '../snippet.ts'
import { Card } from './Card.tsx'
import { Code } from './Code.tsx'
import { CopyButton } from './CopyButton.tsx'
import { languages as spoken } from './languages.ts'
import { react, scriptTag, typescript, type Snippet } from './snippets.ts'

const languages = ['Script tag', 'TypeScript', 'React'] as const

/** Code that shows the same widget on another page, ready to copy. */
export function Snippets({ of, chunks }: { of: Snippet; chunks: EmbedChunks }) {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const code = [() => scriptTag(of, chunks), () => typescript(of), () => react(of)][chosen]!()

  /** Keys of a tab list: arrows move the focus and select (WAI-ARIA APG). */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const next = (chosen + step + languages.length) % languages.length
    setChosen(next)
    ;(event.currentTarget.children[next] as HTMLElement).focus()
  }

  return (
    <Card title="Code" className="snippets" actions={<CopyButton text={code} label="Copy code" />}>
      <div role="tablist" aria-label="Language" className="tabs" onKeyDown={onKeyDown}>
        {languages.map((name, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}${index}`}
            aria-selected={index === chosen}
            aria-controls={`${id}panel`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setChosen(index)}
          >
            {name}
          </button>
        ))}
      </div>
      {chosen === 0 && <Cost of={of} chunks={chunks} />}
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${chosen}`}>
        <Code language={chosen === 0 ? 'html' : 'typescript'} text={code} label={`${languages[chosen]}`} />
      </div>
    </Card>
  )
}

/** The size that the script tag adds to a page. */
function Cost({ of: { language, props }, chunks }: { of: Snippet; chunks: EmbedChunks }) {
  const { first, rest } = costOf(props.config ?? {}, chunks, language && language !== 'en' ? spoken[language].lang : undefined)
  const bytes = (files: typeof first) => `${sum(files, 'brotli').toLocaleString('en-US')} B`
  return (
    <p className="hint cost">
      First screen {bytes(first)}, at rest {bytes([...first, ...rest])} (Brotli)
    </p>
  )
}
