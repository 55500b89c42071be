import { chunk, useChunk } from '../chunks/chunk.ts'
import { Inline } from './Field.tsx'
import { words } from '../words/kitWords.ts'
import { useTask } from '../task.ts'
import { TextButton } from './TextButton.tsx'
import { useWords } from '../words/translator.ts'

/** Knows the address that a visitor has probably meant, and offers it under an email field. */
export const addressHint = chunk(() => import('./addressHint/index.ts'))

/**
 * Offers the address that the visitor has probably meant, on a screen that says that something was
 * sent to `email`. `take` sends it there. Shows nothing for an address without a likely error.
 */
export function AddressHint({ email, take }: { email: string; take: (likely: string) => Promise<void> }) {
  const t = useWords(words)
  const task = useTask()
  const { module } = useChunk(addressHint)
  const likely = module?.likelyAddress(email)
  return (
    <>
      <p role="status">
        {likely && (
          <TextButton task={task} onClick={() => task.run(() => take(likely))}>
            {t('formField.email.suggestion', { email: likely })}
          </TextButton>
        )}
      </p>
      <Inline>{task.error}</Inline>
    </>
  )
}
