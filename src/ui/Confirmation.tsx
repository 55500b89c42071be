import type { ReactElement, ReactNode } from 'react'
import { useOncePerVisit } from './useOncePerVisit.ts'
import { useUi } from './context.ts'
import { Screen } from './Screen.tsx'
import { useWords } from './translator.ts'

/** A screen with a check mark: something has succeeded. */
export const Confirmation = ({ title, children }: { title: string; children: ReactNode }) => (
  <Screen title={title}>
    <svg viewBox="0 0 52 52" aria-hidden="true" className="lk-check">
      <circle cx="26" cy="26" r="24" />
      <path d="m15 27 8 8 15-17" />
    </svg>
    <p className="lk-center">{children}</p>
  </Screen>
)

/** Creates a confirmation screen that shows the messages `title` and `content` of `words`. It emits `event` once, when the visitor gets there. */
export const confirmationScreen = <Id extends string>(
  words: Record<Id, string>,
  title: Id,
  content: Id,
  event: 'AUTHENTICATE_FLOW_COMPLETE',
) =>
  function ConfirmationScreen(): ReactElement {
    const ui = useUi()
    const t = useWords(words)
    useOncePerVisit(() => ui.emit(event, {}))
    return <Confirmation title={t(title)}>{t(content)}</Confirmation>
  }
