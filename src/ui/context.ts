import { createContext, useContext } from 'react'
import type { Signal } from '#signals'
import type { Core } from '../client/core.ts'
import type { Chunk } from './chunk.ts'
import type { IdentityProviderOptions, LoginConfig, StyleConfig } from './config.ts'
import type { WidgetEvents } from './events.ts'
import type { Language } from './language.ts'
import type { Place } from './map.ts'
import type { Texts } from './words.ts'

/** One stay on one screen. What is begun in it ends with it. */
export interface Visit {
  readonly place: Place
  readonly signal: AbortSignal
  /** Ends it. */
  end(): void
  /** 0 for the first, one more for each that follows. */
  readonly number: number
  /** Set once what the screen does on arrival has been done. */
  arrived?: boolean
}

/** What screens after the first are made of. */
export type Kit = typeof import('./kit.ts') & {
  /** Fetches the words of later screens, as far as they come; resolves when they are here. English ones are part of the screens. */
  laterWords(ui: Ui): Promise<void>
}

/** What is the same for every screen of one mounted widget. */
export interface Ui {
  readonly core: Core
  readonly kit: Chunk<Kit>
  /** Where the visitor is. */
  readonly visit: Signal<Visit>
  readonly config: LoginConfig
  readonly styles: StyleConfig
  /** What the host says of the identity-provider screens. */
  readonly consent: IdentityProviderOptions
  /** The host's words, by message id, before those of the language. */
  readonly strings: Texts
  /** `session_duration_minutes` of every call that signs in. */
  readonly minutes: number
  /** What the host wants spoken, where that is another language than English. */
  readonly language?: Language
  /** The words of that language which are here; those of later screens come when the visitor turns to the widget. */
  readonly texts: Texts
  /** Shows what has come of them. */
  readonly render: (changed: unknown) => void
  /** Behind every stable id: empty for the first widget on the page, `-2` for the second (row 34). */
  readonly suffix: string
  /** Tells the host, by callback and by DOM event. */
  emit<Type extends keyof WidgetEvents>(type: Type, data: WidgetEvents[Type]): void
  fail(error: unknown): void
  /** Moves the focus to a screen that follows another, to its title or for want of one to the widget, unless something in it has the focus already. */
  focus(title: HTMLElement | null): void
  /** Adopts a style sheet where the widget is. */
  adopt(css: string): void
}

export const UiContext = createContext<Ui | null>(null)

export const useUi = (): Ui => useContext(UiContext)!
