import { useEffect, useLayoutEffect, useState } from 'react'
import { type FieldRef, Inline } from '../../../../ui/fields/Field.tsx'
import { useUi } from '../../../../ui/context.ts'
import { focusThen } from '../../../../ui/screen/focusThen.ts'
import { Icon } from '../../../../ui/screen/Icon.tsx'
import { tick } from '../../../../ui/screen/icons.ts'
import { useSheet } from '../../../../ui/looks/sheets.ts'
import { TextButton } from '../../../../ui/fields/TextButton.tsx'
import { useWait } from '../../../../ui/useWait.ts'
import { useWords } from '../../../../ui/words/translator.ts'
import { advise, type Requirement } from './advice.ts'
import { Hints } from './Hints.tsx'
import { passwordRules } from './passwordRules.ts'
import { plural } from './plural.ts'
import sheet from './strength.css'
import { useStrength } from './useStrength.ts'
import { words } from './words.ts'
import { safeDocument } from '../../../../browser/safeDocument.ts'

const circle = 'M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 1 0 0-9'

/** What the bar says, by the number of its segments that are lit. */
const verdicts = ['tooWeak', 'weak', 'good', 'strong'] as const

/**
 * Checks a password while the visitor chooses it, and shows how good it is: a bar of four segments
 * with a word and hints, or the requirements of a LUDS policy; or only that it was breached. The
 * element `id` says that in words, and the element `id` with `-hints` what to do about it. Tells
 * `onChecked` of each check whether that password is good enough, undefined if it could not be
 * checked, and `onBreached` whether the one that it writes about was breached. `urgent`: the
 * visitor waits for the check. Tells password managers what `field` accepts. It is a chunk of its
 * own: the field works before it loads, and a visitor who has a password never needs it.
 */
export function StrengthIndicator({
  field,
  id,
  password,
  email,
  urgent,
  onChecked,
  onBreached,
}: {
  field: FieldRef
  id: string
  password: string
  email?: string
  urgent: boolean
  onChecked: (password: string, valid: boolean | undefined) => void
  onBreached: (breached: boolean) => void
}) {
  const { core, strings, look } = useUi()
  const t = useWords(words)
  const { strength, check, failure, retry } = useStrength(password, email, urgent)
  const waiting = useWait(failure?.wait)
  useSheet(sheet)
  useEffect(() => {
    if (check) onChecked(check.password, check.strength && check.strength.valid_password === true)
  }, [check])
  // the settings may come after the field
  const [, showSettings] = useState(core.bootstrap)
  useEffect(() => {
    core.engine().then(
      async ({ known: settings }) => showSettings((await settings()) ?? core.bootstrap),
      () => {},
    )
  }, [])
  const { bar, requirements, hints, breached } = advise(core.bootstrap.passwordConfig, [...(check?.password ?? '')].length, strength)
  const rules = passwordRules(core.bootstrap.passwordConfig)
  useLayoutEffect(() => {
    if (rules) field.current!.setAttribute('passwordrules', rules)
  }, [rules])
  // the field is marked in the same frame that says why
  useLayoutEffect(() => onBreached(breached), [breached])
  const verdict = bar && verdicts[bar.lit - 1]
  const word = verdict && t(`password.strength.${verdict}`)
  const language = strings.lang || safeDocument.documentElement.lang || navigator.language
  const worded = ({ name, count }: Requirement) =>
    plural(t(`password.strengthError.${name}`, { complexity: `${count}`, characterLength: `${count}` }), count, language)
  // a rule that every password meets says nothing
  const shownRules = look ? requirements.filter(({ name, count }) => name !== 'complexity' || count > 1) : requirements
  const trouble = (
    <>
      <Inline>{failure?.text}</Inline>
      {failure && (
        <TextButton task={{ waiting }} onClick={focusThen(retry, 'form', '.lk-input')}>
          {t('button.retry')}
        </TextButton>
      )}
    </>
  )
  const meter = bar && (
    <div
      className="lk-bar"
      role="meter"
      aria-label={t('password.strength.ariaLabel')}
      aria-valuemin={0}
      aria-valuemax={4}
      aria-valuenow={bar.lit}
      aria-valuetext={word}
    >
      {[0, 1, 2, 3].map((at) => (
        <i key={at} data-lit={at < bar.lit} />
      ))}
    </div>
  )
  if (look && bar && !breached)
    return (
      <div className={`lk-gauge lk-tone-${['', 'bad', 'fair', 'good', 'good'][bar.lit]}${bar.lit ? '' : ' lk-idle'}`}>
        {meter}
        <div role="status" aria-atomic="false">
          <ul id={id + '-hints'}>
            <Hints sentences={hints.slice(0, 1)} />
          </ul>
          <b id={id}>{word}</b>
        </div>
        {trouble}
      </div>
    )
  return (
    <div className="lk-strength">
      {/* only what changes is announced: the meter would repeat the word */}
      <div role="status" aria-atomic="false" data-good={bar?.good}>
        {breached && <p id={id}>{t('password.strengthError.breached')}</p>}
        {bar && (
          <div className="lk-meter">
            {meter}
            <b id={id}>{word}</b>
          </div>
        )}
        {hints.length + shownRules.length > 0 && (
          <ul className="lk-hints" id={id + '-hints'}>
            <Hints sentences={hints} />
            {shownRules.map((requirement) => (
              <li key={requirement.name} data-met={requirement.met}>
                {requirement.met ? (
                  <span role="img" aria-label={t('password.strength.met.ariaLabel')}>
                    <Icon path={tick} />
                  </span>
                ) : (
                  <Icon path={circle} />
                )}
                {worded(requirement)}
              </li>
            ))}
          </ul>
        )}
      </div>
      {trouble}
    </div>
  )
}
