import { ExternalLink, Images, Languages } from 'lucide-react'
import { useEffect } from 'react'
import { LanguageChoice } from '../LanguageChoice.tsx'
import { PageHeader } from '../PageHeader.tsx'
import { writeSettings, type Settings } from '../settings.ts'
import { SkipLink } from '../SkipLink.tsx'
import { ThemeChoice } from '../ThemeChoice.tsx'
import { useSettings } from '../useSettings.ts'
import { screenStates, type ScreenState } from '../../states/states.ts'

interface GalleryState {
  name: string
  screen: string
  /** What is after the name of the screen, if anything is. */
  state: string
}

const all = Object.entries(screenStates as Record<string, ScreenState>)

/** The states that a page can show, by their screens. */
const screens = new Map<string, GalleryState[]>()
for (const [name, { onlyIn }] of all) {
  if (onlyIn) continue
  const [screen = '', ...state] = name.split(', ')
  screens.set(screen, [...(screens.get(screen) ?? []), { name, screen, state: state.join(', ') }])
}
const states = [...screens.values()].flat()

const idOf = (screen: string) => `screen-${screen}`

/**
 * Every screen of the widget in the theme and language of the settings, each in a page of its own
 * with a provider of its own.
 */
export function GalleryPage() {
  const [settings, change] = useSettings()
  const { theme, language } = settings
  // The frames read the settings from the URL of this page.
  useEffect(() => void dispatchEvent(new Event('latchkey:settings')), [settings])
  return (
    <>
      <SkipLink to="screens">Skip to the screens</SkipLink>
      <PageHeader
        Icon={Images}
        title="Gallery"
        about={`The real widget in ${states.length} of its ${all.length} states, each with a visitor and a provider of its own.`}
      >
        <div className="links">
          <a className="button" href={`../${writeSettings(settings)}`}>
            Playground
          </a>
        </div>
      </PageHeader>
      <section className="looks" aria-label="Looks">
        <ThemeChoice legend="Theme" theme={theme} onChange={(theme) => change({ theme })} />
        <LanguageChoice language={language} onChange={(language) => change({ language })}>
          <Languages aria-hidden size={14} /> Language
        </LanguageChoice>
      </section>
      <main id="screens" tabIndex={-1} className="gallery">
        <nav aria-label="Screens">
          <ul>
            {[...screens].map(([screen, states]) => (
              <li key={screen}>
                <a
                  href={`#${idOf(screen)}`}
                  onClick={(event) => {
                    // The hash of this page holds its settings.
                    event.preventDefault()
                    document.getElementById(idOf(screen))!.scrollIntoView()
                    document.getElementById(idOf(screen))!.focus({ preventScroll: true })
                  }}
                >
                  {screen} <small>{states.length}</small>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <ul className="frames">
          {[...screens].flatMap(([screen, states]) =>
            states.map((state, index) => (
              <Frame key={state.name} id={index === 0 ? idOf(screen) : undefined} {...state} settings={settings} />
            )),
          )}
        </ul>
      </main>
    </>
  )
}

const urlOf = (name: string) => `screen/?screen=${encodeURIComponent(name)}`

interface FrameProps extends GalleryState {
  /** Of the first state of a screen. */
  id?: string
  settings: Settings
}

function Frame({ id, name, screen, state, settings }: FrameProps) {
  return (
    <li className="frame">
      <h2 id={id} tabIndex={-1}>
        <a href={urlOf(name) + writeSettings(settings)} title="Open it on its own, where you can touch it" target="_blank" rel="noreferrer">
          <span>
            {screen} {state && <small>{state}</small>}
          </span>
          <ExternalLink aria-hidden size={14} />
        </a>
      </h2>
      {/* A picture and no more: nothing in it takes the focus or has to be passed through. */}
      <iframe title={name} src={urlOf(name)} loading="lazy" inert />
    </li>
  )
}
