import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useUi } from '../../../ui/context.ts'
import { Inline } from '../../../ui/fields/Field.tsx'
import { useSheet } from '../../../ui/looks/sheets.ts'
import type { Task } from '../../../ui/task.ts'
import { useWords } from '../../../ui/words/translator.ts'
import { callingCodes, countriesIn, type Country } from './countries.ts'
import sheet from './phone.css'
import type { Phone } from './usePhone.ts'
import { words } from './words.ts'
import { safeDocument } from '../../../browser/safeDocument.ts'

/**
 * The field for a phone number: a select of all countries, which shows only the country's letters
 * and its dial code while it is closed, and an input, in one border. The error of `task` shows
 * below, and the focus returns to the input.
 */
export function PhoneField({ phone, task }: { phone: Phone; task?: Task }) {
  const { suffix } = useUi()
  const t = useWords(words)
  const [startText] = useState(phone.text)
  const isLive = useRef(false)
  const countries = useCountries(phone.country)
  const { error, isMistake } = task ?? ({} as Partial<Task>)
  const id = `phone-input${suffix}`
  const messageId = `${id}-message`
  useSheet(sheet)
  useLayoutEffect(() => {
    const field = phone.input.current!
    // a visitor may have typed before this code ran (latchkey/prerender)
    if (!isLive.current && field.value !== phone.text) phone.edit(field, {})
    else if (field.value !== phone.text) field.value = phone.text
    isLive.current = true
  }, [phone.text])
  // Password managers may fire `change` alone. Not `onChange`, which preact/compat calls at
  // `input`, and before `onInput`.
  useEffect(() => {
    const field = phone.input.current!
    field.addEventListener('change', phone.catchUp)
    return () => field.removeEventListener('change', phone.catchUp)
  }, [])
  // at the same time as the message, as in Field
  useLayoutEffect(() => {
    if (isMistake) phone.input.current?.focus()
  }, [error])
  return (
    <div className="lk-field">
      <label className="lk-label" htmlFor={id}>
        {t('formField.phone.label')}
      </label>
      <div className={isMistake ? 'lk-input lk-phone lk-wrong' : 'lk-input lk-phone'} dir="ltr">
        <div className="lk-country">
          <span className="notranslate" aria-hidden="true">
            <b>{phone.country}</b>
            {' +' + callingCodes[phone.country]}
          </span>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="m6 9 6 6 6-6" />
          </svg>
          <select
            ref={phone.select}
            aria-label={t('formField.country.ariaLabel')}
            name="country-select"
            data-testid="select-test-id"
            value={phone.country}
            onChange={(event) => phone.choose(event.currentTarget.value)}
          >
            {countries.map(({ country, code, name }) => (
              <option key={country} value={country}>
                {`${name} (+${code})`.trim()}
              </option>
            ))}
          </select>
        </div>
        <input
          ref={phone.input}
          id={id}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          enterKeyHint="send"
          required
          placeholder={phone.example}
          defaultValue={startText}
          aria-invalid={!!isMistake}
          aria-describedby={messageId}
          onInput={(event) => phone.edit(event.currentTarget, browserEvent(event))}
        />
      </div>
      <Inline id={messageId}>{error}</Inline>
    </div>
  )
}

/** React's event holds the browser's; Preact's is the browser's. */
const browserEvent = (event: object) => ('nativeEvent' in event ? event.nativeEvent : event) as InputEvent

/**
 * Returns the countries in the language of the widget's messages, else of the page. Naming and
 * sorting them takes longer than the rest of the form, so the first paint has only the chosen one.
 */
function useCountries(country: string): Country[] {
  const { lang = '' } = useUi().strings
  const [countries, setCountries] = useState<Country[]>()
  useEffect(() => setCountries(countriesIn([lang, safeDocument.documentElement.lang, navigator.language])), [lang])
  return countries ?? [{ country, code: callingCodes[country]!, name: '' }]
}
