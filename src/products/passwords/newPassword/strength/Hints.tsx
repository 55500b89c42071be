import { chunk, useChunk } from '../../../../ui/chunk.ts'
import { useUi } from '../../../../ui/context.ts'

/** Replaces sentences with messages. It loads only if the host or the language has such a message, because otherwise it would change nothing. */
const feedback = chunk(() => import('./feedback.ts'))

/** The provider's feedback on a password, one line per sentence. */
export function Hints({ sentences }: { sentences: string[] }) {
  const { strings } = useUi()
  return Object.keys(strings).some((id) => id.startsWith('password.zxcvbn.')) ? (
    <HintsInHostWords sentences={sentences} />
  ) : (
    <Lines texts={sentences} />
  )
}

function HintsInHostWords({ sentences }: { sentences: string[] }) {
  const { strings } = useUi()
  const { module } = useChunk(feedback)
  return <Lines texts={module ? sentences.map((sentence) => module.inHostWords(sentence, strings)) : sentences} />
}

const Lines = ({ texts }: { texts: string[] }) => (
  <>
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </>
)
