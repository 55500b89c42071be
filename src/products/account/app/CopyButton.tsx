import { useEffect, useState } from 'react'
import { Button } from '../../../ui/fields/Button.tsx'
import { useWords } from '../../../ui/words/translator.ts'
import { words } from './words.ts'

/** How long "Copied" stays, in ms. */
const COPIED_NOTICE = 2000

/** Copies a text. Renders nothing where pages cannot copy; the text can be selected there. */
export function CopyButton({ text }: { text: string }) {
  const t = useWords(words)
  const [isNotice, setNotice] = useState(false)
  useEffect(() => {
    if (!isNotice) return
    const timer = setTimeout(() => setNotice(false), COPIED_NOTICE)
    return () => clearTimeout(timer)
  }, [isNotice])
  if (!navigator.clipboard) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setNotice(true),
      () => {},
    )
  return (
    <div role="status">
      <Button kind="secondary" onClick={copy}>
        {t(isNotice ? 'button.copied' : 'button.copy')}
      </Button>
    </div>
  )
}
