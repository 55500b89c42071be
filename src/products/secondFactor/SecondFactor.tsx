import { texts } from '../../api/kinds.ts'
import { useEffect, useRef } from 'react'
import { timeUntilSeen } from '../../browser/attention.ts'
import type { Session } from '../../api/entities.ts'
import { LatchkeySDKError } from '../../api/errors.ts'
import type { SecondFactorMethod } from '../../ui/host/config.ts'
import { ChunkContent } from '../../ui/chunks/ChunkContent.tsx'
import { useUi } from '../../ui/context.ts'
import type { ScreenProps } from '../../ui/map.ts'
import { Screen } from '../../ui/screen/Screen.tsx'
import { Spinner } from '../../ui/screen/Spinner.tsx'
import { useWords } from '../../ui/words/translator.ts'
import { useObstacle, useSession } from '../../ui/visitor/useSession.ts'
import { AppCode } from './AppCode.tsx'
import { RecoveryCode, Recovered } from './RecoveryCode.tsx'
import { TextMessage } from './TextMessage.tsx'
import { hasTwoFactors, waysOf } from './ways.ts'
import { words } from './words.ts'

const DEFAULT_METHODS: readonly SecondFactorMethod[] = ['totp', 'sms', 'recoveryCode']

/** Asks for a second factor, or, mounted by `client.confirm`, shows its dialog. */
export function SecondFactor(props: ScreenProps<'SecondFactor'>) {
  const { kit, productOptions } = useUi()
  const { confirmation } = productOptions
  if (!confirmation) return <Steps {...props} />
  return <ChunkContent chunk={kit.now!.confirmation}>{({ ConfirmDialog }) => <ConfirmDialog {...confirmation} />}</ChunkContent>
}

/**
 * Asks the visitor who is signed in for a second factor: by the way that they have chosen, or the
 * first of the host's methods that they have.
 */
function Steps({ at, go }: ScreenProps<'SecondFactor'>) {
  const { productOptions } = useUi()
  const t = useWords(words)
  const { session, user, nobody } = useSession()
  // as it was when the visitor came to this step, which leads on by itself when it has proved a
  // factor
  const before = useRef<Session>(undefined)
  if (session && before.current?.session_id !== session.session_id) before.current = session
  const isDone = session && !at.step && hasTwoFactors(before.current!)
  const ways = session && user && waysOf(before.current!, user, texts<SecondFactorMethod>(productOptions.methods) || DEFAULT_METHODS)
  const problem = nobody ? 'noUser' : !at.step && !isDone && ways && !ways.length ? 'none' : undefined
  const text = problem && t(`secondFactor.${problem}`)
  useObstacle(problem, () =>
    problem === 'noUser'
      ? { message: text }
      : new LatchkeySDKError('The user has none of the methods set up. Lead them to a page where they can.', 'no_second_factor'),
  )
  // long before a code is sent
  useEffect(() => void timeUntilSeen(), [])
  useEffect(() => {
    if (isDone) go({ name: 'SecondFactorConfirmation' })
  }, [isDone])
  if (problem) return <Screen title={t('secondFactor.title')} error={text} />
  const now = at.step ? at : ways?.[0]
  if (!now || !ways || isDone) return <Spinner />
  const others = ways.filter((way) => way.step !== now.step || (way.step === 'sms' && now.step === 'sms' && way.number !== now.number))
  const props = { others, go, draft: at.draft }
  if (now.step === 'totp') return <AppCode {...props} />
  if (now.step === 'recoveryCode') return <RecoveryCode {...props} />
  return now.step === 'sms' ? <TextMessage {...props} at={now} /> : <Recovered go={go} />
}
