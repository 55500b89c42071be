import type { ReactElement, ReactNode } from 'react'
import { afterPaint } from '../browser/afterPaint.ts'
import { leads, navigate } from '../browser/navigate.ts'
import { SessionAccount } from './Account.tsx'
import { useUi } from './context.ts'
import { tick } from './icons.ts'
import { words as kitWords } from './kitWords.ts'
import { Screen } from './Screen.tsx'
import { useWords } from './translator.ts'
import { useOncePerVisit } from './useOncePerVisit.ts'

/** A screen with a check mark: something has succeeded. It says whose account this is. */
export const Confirmation = ({ title, children, next }: { title: string; children: ReactNode; next?: ReactNode }) => (
  <Screen title={title} sign={tick} good>
    <p>{children}</p>
    <SessionAccount />
    {next}
  </Screen>
)

/**
 * Creates a confirmation screen that shows the messages `title` and `content` of `words`. It emits `event` once, when the visitor gets there, and then goes to the host's
 * `successURL`, if there is one.
 */
export const confirmationScreen = <Id extends string>(
  words: Record<Id, string>,
  title: Id,
  content: Id,
  event: 'AUTHENTICATE_FLOW_COMPLETE',
) =>
  function ConfirmationScreen(): ReactElement {
    const { core, config, visit, emit } = useUi()
    const t = useWords(words)
    const { successURL } = config
    useOncePerVisit(() => {
      emit(event, {})
      const { signal } = visit.peek()
      if (successURL) afterPaint(() => signal.aborted || navigate(successURL))
    })
    return (
      <Confirmation title={t(title)} next={successURL && leads(successURL) && <Next url={successURL} name={core.bootstrap.projectName} />}>
        {t(content)}
      </Confirmation>
    )
  }

/** Says where the visitor is being taken. It is a link, for a visitor who comes back to this page. */
function Next({ url, name }: { url: string; name?: unknown }) {
  const t = useWords(kitWords)
  const projectName = typeof name === 'string' && name ? name : new URL(url, location.href).host
  return (
    <p className="lk-next lk-helper">
      <i className="lk-spin" />
      <a className="lk-link" href={url}>
        {t('success.next', { projectName })}
      </a>
    </p>
  )
}
