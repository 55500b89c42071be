import { useId } from 'react'
import type { ChangingSettings } from './useSettings.ts'
import { accent, fits, socialButtons, styleFields, type StyleField, type Theme } from './styleFields.ts'
import { Segments } from './Segments.tsx'
import { Switch } from './Switch.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

/** The appearance of the widget: a theme to start from, and every value of StyleConfig. */
export function ThemeControls({ settings: { theme, hideHeaderText }, change }: ChangingSettings) {
  const set = (path: keyof Theme, value: string) => {
    const { [path]: _, ...others } = theme
    change({ theme: value ? { ...others, [path]: value } : others })
  }
  return (
    <div className="group">
      <ThemeChoice legend="Start from" theme={theme} onChange={(theme) => change({ theme })} />
      <div className="accent">
        <StyleInput field={accent} value={theme[accent.path] ?? ''} set={(value) => set(accent.path, value)} />
        <p className="hint">Colors links, focus, the chosen tab and the main button. It needs a contrast of 4.5:1 with the card.</p>
      </div>
      <details className="inner">
        <summary>All style values</summary>
        <div className="group values">
          {styleFields.map(({ title, fields }) => (
            <fieldset key={title} className="styles">
              <legend>{title}</legend>
              {fields.map((field) => (
                <StyleInput key={field.path} field={field} value={theme[field.path] ?? ''} set={(value) => set(field.path, value)} />
              ))}
            </fieldset>
          ))}
        </div>
      </details>
      <Segments
        legend={socialButtons.label}
        options={socialButtons.options}
        selection={theme[socialButtons.path] ?? Object.keys(socialButtons.options)[0]!}
        onChange={(value) => set(socialButtons.path, value === Object.keys(socialButtons.options)[0] ? '' : value)}
      />
      <Switch label="Hide the header text" on={hideHeaderText} onChange={(on) => change({ hideHeaderText: on })} />
      <label className="field">
        <span>Logo URL</span>
        <input
          type="url"
          placeholder="https://example.com/logo.svg"
          value={theme['logo.logoImageUrl'] ?? ''}
          onChange={(event) => set('logo.logoImageUrl', event.target.value)}
        />
      </label>
    </div>
  )
}

/** The input of one style value: any CSS text, with a color picker beside it if it is a color. */
function StyleInput({ field, value, set }: { field: StyleField; value: string; set: (value: string) => void }) {
  const id = useId()
  const valid = fits(field, value)
  return (
    <div className="style">
      <label htmlFor={id}>{field.label}</label>
      <span className="measure">
        {field.property === 'color' && (
          <input
            type="color"
            aria-label={`Pick: ${field.label}`}
            data-unset={value === '' ? '' : undefined}
            value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#888888'}
            onChange={(event) => set(event.target.value)}
          />
        )}
        <input
          id={id}
          type="text"
          spellCheck={false}
          placeholder={field.example}
          value={value}
          aria-invalid={!valid}
          aria-describedby={valid ? undefined : `${id}hint`}
          onChange={(event) => set(event.target.value)}
        />
      </span>
      {!valid && (
        <p className="hint bad" id={`${id}hint`}>
          Not a CSS value for {field.property}: the widget leaves it out.
        </p>
      )}
    </div>
  )
}
