import { chunk, useChunk } from '../../../../ui/chunk.ts'
import { useUi } from '../../../../ui/context.ts'

/** Maps sentences to messages. It loads only if the host overrides such a message: otherwise visitors would read the same sentences without it. */
const feedback = chunk(() => import('./feedback.ts'))

/** What the provider says about a password, one line per sentence. */
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
