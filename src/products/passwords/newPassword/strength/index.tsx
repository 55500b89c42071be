import { useEffect } from 'react'
import { Inline } from '../../../../ui/Field.tsx'
import { useUi } from '../../../../ui/context.ts'
import { leaving } from '../../../../ui/leaving.ts'
import { useSheet } from '../../../../ui/sheets.ts'
import { useWords } from '../../../../ui/words.ts'
import { advise, type Demand } from './advice.ts'
import { Hints } from './Hints.tsx'
import { plural } from './plural.ts'
import sheet from './strength.css'
import { useStrength } from './useStrength.ts'
import { words } from './words.ts'

/**
 * Has a password checked while it is being chosen, and shows how good it is: a bar of four segments with hints, or the demands of a LUDS policy. Tells
 * `onValid` which password is good enough. A chunk of its own: the field can be typed in before, and who has a password needs none of it.
 */
export function StrengthIndicator({ password, email, onValid }: { password: string; email?: string; onValid: (password: string) => void }) {
  const { core, strings } = useUi()
  const t = useWords(words)
  const { strength, of, valid, error, retry } = useStrength(password, email)
  useSheet(sheet)
  useEffect(() => {
    if (valid) onValid(password)
  }, [valid, password])
  const { bar, demands, hints, breached } = advise(core.bootstrap.passwordConfig, [...of].length, strength)
  const language = strings.lang || document.documentElement.lang || navigator.language
  const worded = ({ name, count }: Demand) =>
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
        {hints.length + demands.length > 0 && (
          <ul className="lk-hints">
            <Hints sentences={hints} />
            {demands.map((demand) => (
              <li key={demand.name} data-met={demand.met}>
                {demand.met && <span className="lk-tick" role="img" aria-label={t('password.strength.met.ariaLabel')} />}
                {worded(demand)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Inline>{error}</Inline>
      {error && (
        <button type="button" className="lk-link" onClick={leaving(retry, 'form', '.lk-input')}>
          {t('button.retry')}
        </button>
      )}
    </div>
  )
}
