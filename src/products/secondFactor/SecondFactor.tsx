import { useEffect, useRef, useState } from 'react'
import { LatchkeySDKError } from '../../api/errors.ts'
import type { SecondFactorMethod } from '../../ui/config.ts'
import { useUi } from '../../ui/context.ts'
import type { ScreenProps } from '../../ui/map.ts'
import { Screen } from '../../ui/Screen.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useWords } from '../../ui/translator.ts'
import { AppCode } from './AppCode.tsx'
import { RecoveryCode, Recovered } from './RecoveryCode.tsx'
import { TextMessage } from './TextMessage.tsx'
import { hasTwoFactors, waysOf } from './ways.ts'
import { words } from './words.ts'

const DEFAULT_METHODS: readonly SecondFactorMethod[] = ['totp', 'sms', 'recoveryCode']

/** Asks the visitor who is signed in for a second factor: by the way that they have chosen, or the first of the host's methods that they have. */
export function SecondFactor({ at, go }: ScreenProps<'SecondFactor'>) {
  const { core, productOptions, fail } = useUi()
  const { status } = core
  const t = useWords(words)
  const [, render] = useState<unknown>()
  const isDone = useRef<boolean>(undefined)
  useEffect(() => status.subscribe(render), [status])
  const { session, user } = status.now
  // as it was when the visitor came: from then on, the step that proves a factor leads on
  if (session) isDone.current ??= !at.step && hasTwoFactors(session)
  const ways = session && user && waysOf(session, user, productOptions.methods || DEFAULT_METHODS)
  // until the session from an earlier page has been checked, somebody may be signed in
  const isNobody = !session && !status.fromCache
  const lacksAny = !at.step && !isDone.current && ways && !ways.length
  const problem = isNobody ? t('secondFactor.noUser') : lacksAny ? t('secondFactor.none') : undefined
  useEffect(() => {
    if (isNobody) fail({ message: problem })
    else if (lacksAny)
      fail(new LatchkeySDKError('The user has none of the methods set up. Lead them to a page where they can.', 'no_second_factor'))
    else if (isDone.current) go({ name: 'SecondFactorConfirmation' })
  }, [isNobody, lacksAny, isDone.current])
  if (problem) return <Screen title={t('secondFactor.title')} error={problem} />
  const now = at.step ? at : ways?.[0]
  if (!now || !ways || isDone.current) return <Spinner />
  const others = ways.filter((way) => way.step !== now.step || (way.step === 'sms' && now.step === 'sms' && way.number !== now.number))
  const props = { others, go }
  if (now.step === 'totp') return <AppCode {...props} />
  if (now.step === 'recoveryCode') return <RecoveryCode {...props} />
  return now.step === 'sms' ? <TextMessage {...props} at={now} /> : <Recovered go={go} />
}
