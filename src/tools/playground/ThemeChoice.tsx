import { Segments } from './Segments.tsx'
import type { Theme } from './styleFields.ts'
import { themes } from './themes.ts'

const schemes = { auto: 'System', light: 'Light', dark: 'Dark' }

/** Returns whether two themes set the same values. */
const sameTheme = (a: Theme, b: Theme) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())

/** The theme to start from, under `legend`, and the color scheme. */
export function ThemeChoice({ legend, theme, onChange }: { legend: string; theme: Theme; onChange: (theme: Theme) => void }) {
  const { colorScheme = 'light', ...others } = theme
  return (
    <>
      <fieldset>
        <legend>{legend}</legend>
        <div className="row">
          {themes.map(({ name, theme: preset }) => (
            <button key={name} type="button" className="chip" aria-pressed={sameTheme(theme, preset)} onClick={() => onChange(preset)}>
              {name}
            </button>
          ))}
        </div>
      </fieldset>
      <Segments
        legend="Color scheme"
        options={schemes}
        selection={colorScheme}
        onChange={(scheme) => onChange(scheme === 'light' ? others : { ...others, colorScheme: scheme })}
      />
    </>
  )
}
