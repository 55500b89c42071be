import { chunk, useChunk } from '../../../../ui/chunks/chunk.ts'
import { useUi } from '../../../../ui/context.ts'

/**
 * Replaces sentences with messages. It loads only if the host or the language has such a message,
 * because otherwise it would change nothing.
 */
const feedback = chunk(() => import('./feedback.ts'))

/**
 * Returns whether the host or the language has such a message. The texts of a language are the
 * prototype of the host's.
 */
const isReworded = (strings: object) => {
  for (const id in strings) if (id.startsWith('password.zxcvbn.')) return true
  return false
}

/**
 * The provider's servers send sentences without a full stop, which its own screens show with one.
 */
const withStop = (sentence: string) => sentence.replace(/[^.!?]$/, '$&.')

/** The provider's feedback on a password, one line per sentence. */
export function Hints({ sentences }: { sentences: string[] }) {
  const { strings } = useUi()
  const whole = sentences.map(withStop)
  return isReworded(strings) ? <RewordedHints sentences={whole} /> : <Lines texts={whole} />
}

function RewordedHints({ sentences }: { sentences: string[] }) {
  const { strings } = useUi()
  const { module } = useChunk(feedback)
  return <Lines texts={module ? sentences.map((sentence) => module.reworded(sentence, strings)) : sentences} />
}

const Lines = ({ texts }: { texts: string[] }) => (
  <>
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </>
)
