import { chunk, useChunk } from '../../../../ui/chunk.ts'
import { useUi } from '../../../../ui/context.ts'

/** Which message stands for which sentence: for hosts that have words of their own for one. The others' visitors would read the same without it. */
const feedback = chunk(() => import('./feedback.ts'))

/** What the provider says of a password, a line each. */
export function Hints({ sentences }: { sentences: string[] }) {
  const { strings } = useUi()
  return Object.keys(strings).some((id) => id.startsWith('password.zxcvbn.')) ? (
    <Worded sentences={sentences} />
  ) : (
    <Lines texts={sentences} />
  )
}

function Worded({ sentences }: { sentences: string[] }) {
  const { strings } = useUi()
  const { module } = useChunk(feedback)
  return <Lines texts={module ? sentences.map((sentence) => module.worded(sentence, strings)) : sentences} />
}

const Lines = ({ texts }: { texts: string[] }) => (
  <>
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </>
)
