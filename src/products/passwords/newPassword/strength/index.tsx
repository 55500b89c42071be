import { useEffect } from 'react'
import { Inline } from '../../../../ui/Field.tsx'
import { useUi } from '../../../../ui/context.ts'
import { focusThen } from '../../../../ui/focusThen.ts'
import { useSheet } from '../../../../ui/sheets.ts'
import { useWords } from '../../../../ui/translator.ts'
import { advise, type Requirement } from './advice.ts'
import { Hints } from './Hints.tsx'
import { plural } from './plural.ts'
import sheet from './strength.css'
import { useStrength } from './useStrength.ts'
import { words } from './words.ts'

/**
 * Checks a password while the visitor chooses it, and shows how good it is: a bar of four segments with hints, or the requirements of a LUDS policy. Tells
 * `onValid` which password is good enough. It is a chunk of its own: the field works before it loads, and a visitor who has a password never needs it.
 */
export function StrengthIndicator({ password, email, onValid }: { password: string; email?: string; onValid: (password: string) => void }) {
  const { core, strings } = useUi()
  const t = useWords(words)
  const { strength, checkedPassword, valid, error, retry } = useStrength(password, email)
  useSheet(sheet)
  useEffect(() => {
    if (valid) onValid(password)
  }, [valid, password])
  const { bar, requirements, hints, breached } = advise(core.bootstrap.passwordConfig, [...checkedPassword].length, strength)
  const language = strings.lang || document.documentElement.lang || navigator.language
  const worded = ({ name, count }: Requirement) =>
    plural(t(`password.strengthError.${name}`, { complexity: `${count}`, characterLength: `${count}` }), count, language)
  return (
    <div className="lk-strength">
      {bar && (
        <div
          className="lk-bar"
          role="meter"
          aria-label={t('password.strength.ariaLabel')}
          aria-valuemin={0}
          aria-valuemax={4}
          aria-valuenow={bar.lit}
          data-good={bar.good}
        >
          {[0, 1, 2, 3].map((at) => (
            <i key={at} data-lit={at < bar.lit} />
          ))}
        </div>
      )}
      <div role="status">
        {breached && <p className="lk-inline">{t('password.strengthError.breached')}</p>}
        {hints.length + requirements.length > 0 && (
          <ul className="lk-hints">
            <Hints sentences={hints} />
            {requirements.map((requirement) => (
              <li key={requirement.name} data-met={requirement.met}>
                {requirement.met && <span className="lk-tick" role="img" aria-label={t('password.strength.met.ariaLabel')} />}
                {worded(requirement)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Inline>{error}</Inline>
      {error && (
        <button type="button" className="lk-link" onClick={focusThen(retry, 'form', '.lk-input')}>
          {t('button.retry')}
        </button>
      )}
    </div>
  )
}
