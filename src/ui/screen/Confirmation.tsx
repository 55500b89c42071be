import { text } from '../../api/kinds.ts'
import type { ReactElement, ReactNode } from 'react'
import { afterPaint } from '../../browser/afterPaint.ts'
import { leads, navigate } from '../../browser/navigate.ts'
import { SessionAccountBadge } from './AccountBadge.tsx'
import { useChunk } from '../chunks/chunk.ts'
import { useUi } from '../context.ts'
import { tick } from './icons.ts'
import { words as kitWords } from '../words/kitWords.ts'
import { rememberMethod } from '../visitor/lastMethod.ts'
import type { LastMethod, ScreenName } from '../map.ts'
import { Screen } from './Screen.tsx'
import { useWords } from '../words/translator.ts'
import { isolate, projectName, withIsolates } from '../words/untrustedText.ts'
import { useOncePerVisit } from '../visitor/useOncePerVisit.ts'

/** A screen with a check mark: something has succeeded. It says whose account this is. */
export const Confirmation = ({ title, children, next }: { title: string; children: ReactNode; next?: ReactNode }) => (
  <Screen title={title} sign={tick} good>
    <p className={useUi().look && 'lk-sub'}>{children}</p>
    <SessionAccountBadge />
    {next}
  </Screen>
)

/**
 * Creates a confirmation screen that shows the messages `title` and `content` of `words`. Every
 * log-in ends on one. When the visitor gets there, it remembers how they have logged in, emits
 * `event` once, and then goes to the host's `successURL`, if there is one. `at.wallet` is the
 * wallet that has signed; If the browser does not keep the session, it says so and goes nowhere.
 * `by`: how the visitor has signed in, if passkeys depend on it.
 */
export const confirmationScreen = <Id extends string>(
  words: Record<Id, string>,
  title: Id,
  content: Id,
  event: 'AUTHENTICATE_FLOW_COMPLETE',
  by?: 'password' | 'passkey',
) =>
  function ConfirmationScreen({ at }: { at: { name: ScreenName; wallet?: LastMethod } }): ReactElement {
    const ui = useUi()
    const { config, visit, emit, core } = ui
    const t = useWords(words)
    const kitT = useWords(kitWords)
    // the next page would not have the session either
    const isLost = core.tokens.inMemory('session_token')
    const { products, passkeyOptions } = config
    const successURL = text(config.successURL)
    useOncePerVisit(() => {
      // a second factor is no way in
      if (at.name !== 'SecondFactorConfirmation') rememberMethod(ui, at.wallet)
      emit(event, {})
      const { signal } = visit.peek()
      if (successURL && !isLost) afterPaint(() => signal.aborted || navigate(successURL))
    })
    return (
      <Confirmation
        title={t(title)}
        next={
          !isLost &&
          (successURL
            ? leads(successURL) && <Next url={new URL(successURL, location.href)} />
            : by !== 'passkey' && products?.includes('passkeys') && <AfterLogIn upgrade={by === 'password' && !!passkeyOptions?.upgrade} />)
        }
      >
        {isLost ? kitT('success.notKept') : t(content)}
      </Confirmation>
    )
  }

/**
 * What follows a log-in of a visitor who may have passkeys, or get one. If its code cannot be
 * fetched, nobody notices.
 */
function AfterLogIn({ upgrade }: { upgrade: boolean }) {
  const { module } = useChunk(useUi().kit.now!.passkeysAfterLogIn)
  return <>{module && <module.AfterLogIn upgrade={upgrade} />}</>
}

/**
 * Says where the visitor is being taken. It is a link, for a visitor who comes back to this page.
 */
function Next({ url }: { url: URL }) {
  const { core } = useUi()
  const t = useWords(kitWords)
  const name = projectName(core.bootstrap, url.hostname)
  return (
    <p className="lk-next lk-helper">
      <i className="lk-spin" />
      <a className="lk-link" href={url.href}>
        {withIsolates(t('success.next', { projectName: isolate(name) }))}
      </a>
    </p>
  )
}
