import { useEffect, useState } from 'react'
import { Button } from '../../../ui/fields/Button.tsx'
import { useWords } from '../../../ui/words/translator.ts'
import { words } from './words.ts'

/** How long "Copied" stays, in ms. */
const COPIED_NOTICE = 2000

/** Copies a text. Renders nothing in a browser whose pages cannot copy; the text can be selected there. */
export function CopyButton({ text }: { text: string }) {
  const t = useWords(words)
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), COPIED_NOTICE)
    return () => clearTimeout(timer)
  }, [done])
  if (!navigator.clipboard) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setDone(true),
      () => {},
    )
  return (
    <div role="status">
      <Button kind="secondary" onClick={copy}>
        {t(done ? 'button.copied' : 'button.copy')}
      </Button>
    </div>
  )
}
