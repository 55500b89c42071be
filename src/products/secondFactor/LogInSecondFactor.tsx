import { useEffect } from 'react'
import { timeUntilSeen } from '../../browser/attention.ts'
import { useUi } from '../../ui/context.ts'
import type { ScreenProps } from '../../ui/map.ts'
import { Spinner } from '../../ui/screen/Spinner.tsx'
import { useSignedInElsewhere } from '../../ui/visitor/useSignedInElsewhere.ts'
import { words as kitWords } from '../../ui/words/kitWords.ts'
import { useWords } from '../../ui/words/translator.ts'
import { AppCode } from './AppCode.tsx'
import type { StepProps } from './OtherWays.tsx'
import { RecoveryCode, Recovered } from './RecoveryCode.tsx'
import { words } from './words.ts'

/**
 * Asks for the second factor without which the host's own server begins no session: by the way that
 * the visitor has chosen, or the first that the server takes.
 */
export function LogInSecondFactor({ at, go }: ScreenProps<'LogInSecondFactor'>) {
  const { core } = useUi()
  const t = useWords({ ...kitWords, ...words })
  const { demand } = at
  const ways = demand.methods.map((method) => ({ step: method === 'totp' ? method : ('recoveryCode' as const) }))
  const step = at.step || ways[0]?.step
  useSignedInElsewhere(go)
  // long before a code is sent
  useEffect(() => void timeUntilSeen(), [])
  useEffect(() => {
    if (step) return
    core.warn('The backend asks for a second factor, but by neither totp nor backup_code.')
    go({ name: 'Error', error: t('error.unexpected') })
  }, [])
  if (!step) return <Spinner />
  const lead: StepProps['go'] = (next) => {
    if (next.name === 'LogInSecondFactor') go(next)
    else if (next.name === 'SecondFactorConfirmation') go({ name: 'LogInConfirmation' })
    else if (next.step && next.step !== 'sms') go({ ...at, step: next.step })
  }
  const props: StepProps = {
    others: ways.filter((way) => way.step !== step),
    go: lead,
    draft: at.draft,
    logIn: {
      mayTrust: demand.trusted_device,
      onExpired: () => go({ name: 'Error', error: t('secondFactor.expired') }),
      back: () => go({ name: 'Main' }),
    },
  }
  if (step === 'recovered') return <Recovered go={lead} />
  return step === 'totp' ? <AppCode {...props} /> : <RecoveryCode {...props} />
}
