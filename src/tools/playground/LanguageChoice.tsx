import type { ReactNode } from 'react'
import { languageNames, languages, type Language } from './languages.ts'

/** A field for the language of the widget. `children` are its label. */
export const LanguageChoice = ({
  language,
  onChange,
  children,
}: {
  language: Language
  onChange: (language: Language) => void
  children: ReactNode
}) => (
  <label className="field">
    <span>{children}</span>
    <select value={language} onChange={(event) => onChange(event.target.value as Language)}>
      {Object.entries(languageNames).map(([name, text]) => (
        <option key={name} value={name} lang={languages[name as Language].lang}>
          {text}
        </option>
      ))}
    </select>
  </label>
)
