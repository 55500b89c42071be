import { useUi } from '../../ui/context.ts'
import { attributesOf } from '../../ui/fields/Button.tsx'
import { Inline } from '../../ui/fields/Field.tsx'
import { Icon } from '../../ui/screen/Icon.tsx'
import { goesOn, key } from '../../ui/screen/icons.ts'
import type { ScreenProps, Draft } from '../../ui/map.ts'
import { rich } from '../../ui/words/rich.ts'
import { useWords } from '../../ui/words/translator.ts'
import { useTextMessage } from './useTextMessage.ts'
import { masked, type Way } from './ways.ts'
import { words } from './words.ts'

/** The props of a step: how it leads on, and the other ways that the visitor has. */
export interface StepProps extends Pick<ScreenProps<'SecondFactor'>, 'go'> {
  others: Way[]
  /** What the visitor has typed before. */
  draft?: Draft
  /** What is different while the visitor logs in. */
  logIn?: LogIn
}

/** A step of a log-in, whose session has not begun yet. */
export interface LogIn {
  /** Whether the visitor may choose not to be asked again on this device. */
  mayTrust: boolean
  /** Called when the server no longer knows of the log-in. */
  onExpired: () => void
  /** Gives up the log-in. */
  back: () => void
}

const drawings: Record<Way['step'], string> = {
  totp: 'M7 2.5h10v19H7zm4 15.5h2',
  sms: 'M3 5h18v12h-9l-5 4v-4H3zm5 6h.01M12 11h.01M16 11h.01',
  recoveryCode: key,
}

/** The other ways that the visitor has. The code of a text message is sent at once. */
export function OtherWays({ ways, go }: { ways: Way[] } & Pick<StepProps, 'go'>) {
  const { suffix } = useUi()
  const t = useWords(words)
  const { task, send } = useTextMessage(go)
  const title = 'second-factor-ways' + suffix
  if (!ways.length) return null
  return (
    <div>
      <p className="lk-label" id={title}>
        {t('secondFactor.anotherWay')}
      </p>
      <ul className="lk-rows" aria-labelledby={title}>
        {ways.map((way) => (
          <li key={way.step === 'sms' ? way.number : way.step}>
            <button
              type="button"
              className="lk-row"
              {...attributesOf({ busy: task.busy, waiting: way.step === 'sms' ? task.waiting : undefined }, () =>
                way.step === 'sms' ? send(way.number) : go({ name: 'SecondFactor', ...way }),
              )}
              aria-busy={way.step === 'sms' && task.busy}
            >
              <Icon path={drawings[way.step]} />
              <span>
                {way.step === 'sms' ? <NumberIn id="secondFactor.way.sms" number={way.number} /> : t(`secondFactor.way.${way.step}`)}
              </span>
              <Icon path={goesOn} out />
            </button>
          </li>
        ))}
      </ul>
      <Inline>{task.error}</Inline>
    </div>
  )
}

/** A message with a phone number in it, which reads from left to right in every script. */
export function NumberIn({ id, number }: { id: 'secondFactor.way.sms' | 'secondFactor.sms.content'; number: string }) {
  const t = useWords(words)
  return (
    <>
      {rich(
        t,
        id,
        { number: masked(number) },
        {
          number: (text) => (
            <span key="number" dir="ltr">
              {text}
            </span>
          ),
        },
      )}
    </>
  )
}
