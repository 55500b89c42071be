import { createContext, useContext, type ReactElement, type ReactNode } from 'react'
import type { Signal } from '#signals'
import type { Core } from '../client/core.ts'
import type { stripToken } from '../client/url/stripToken.ts'
import type { Chunk } from './chunks/chunk.ts'
import type { isComposing } from './fields/composition.ts'
import type { AccountOptions, IdentityProviderOptions, LoginConfig, SecondFactorOptions, StyleConfig } from './host/config.ts'
import type { oauthStartOptions, optionsOf } from './host/productOptions.ts'
import type { Emit } from './host/emit.ts'
import type { Language } from './words/language.ts'
import type { Place } from './map.ts'
import type { Failure, Waiting } from './failure.ts'
import type { Texts } from './words/texts.ts'

/** One stay of the visitor on a screen. When it ends, so do the calls that it has begun. */
export interface Visit {
  readonly place: Place
  readonly signal: AbortSignal
  /** How many of its calls take long. */
  readonly slow: Signal<number>
  /** Ends it. */
  end(): void
  /** 0 for the first, one more for each that follows. */
  readonly number: number
  /** Set once `useOncePerVisit` has done its work in this visit. */
  ranOnce?: boolean
}

/**
 * What a form finds wrong with what stands in its field, as an `error_type` of explain.tsx. The
 * visitor reads it; the host is not told.
 */
export interface FieldError {
  error_type: 'invalid_email'
  /** An address that was in the text. */
  within?: string
}

/** What reads phone numbers. */
interface PhoneReader {
  /** Reads a number at once; undefined while its rules are missing. */
  now(edit: { input: string; caret: number }, country: string): { international?: string } | undefined
  /** Loads the rules for a number, then reads it. */
  read(input: string, country: string): Promise<unknown>
}

/** The buttons of providers, for `Folded`. */
export interface FoldedProps<Item> {
  items: readonly Item[]
  /** `styles.buttons.social`. */
  social?: 'list' | 'grid'
  wasLast: (item: Item) => unknown
  children: (items: readonly Item[], grid: boolean, more?: ReactElement) => ReactElement
}

/** What the look `quartz` needs where there is more than the form for an email link. */
interface LaterLook {
  AskingApp: (props: { otherwise?: ReactNode }) => ReactElement | null
  arrange<Part extends { kind: string }>(parts: Part[]): Part[]
  dressLater(ui: Ui, sheets: Set<string>): void
  followHeight(root: HTMLElement): void
  Folded: <Item>(props: FoldedProps<Item>) => ReactElement
  form: number
  heightOf(part: { kind: string; providers?: unknown[] }, social?: 'list' | 'grid'): number
  PasskeyMark: () => ReactElement
}

/** The look `quartz` (looks/quartz/). */
export interface Look {
  /** Gives a widget its sheets, and the defaults that are no CSS. Called in each rendering. */
  dress(ui: Ui, sheets: Set<string>): void
  /**
   * The rest, once one of the screens that need it has fetched it. It is no chunk here, because the
   * first screen has to stay within its promise.
   */
  quartzLater: { now?: LaterLook }
}

/**
 * The parts of the kit that a first screen may use. The kit is a file that loads when the visitor
 * first touches the widget. Later screens import what they need.
 */
export interface Kit {
  /** What the visitor agrees to by continuing, with links to it. */
  Legal: (of: NonNullable<LoginConfig['legal']>) => ReactElement | null
  Logo: (props: { of?: string; alt?: string | null }) => ReactElement | null
  /** The provider's mark, which a project can switch off. */
  Watermark: () => ReactElement | null
  /** What to say to a visitor about an error. It waits for the texts of later screens. */
  failureOf: (ui: Ui, error: unknown) => Promise<Failure>
  /** What a button says while a call takes long. */
  slow: (strings: Record<string, unknown>) => Waiting
  isComposing: typeof isComposing
  stripToken: typeof stripToken
  optionsOf: typeof optionsOf
  oauthStartOptions: typeof oauthStartOptions
  /**
   * Calls `onEmail` with the email address that a text consists of (api/emailAddress.ts). Otherwise
   * calls `onInvalid`, if there is one, or returns what is wrong.
   */
  takeEmail: (text: string, onEmail: (email: string) => Promise<void>, onInvalid?: () => Promise<never>) => Promise<FieldError | void>
  /** The code that reads phone numbers. */
  phoneNumbers: Chunk<{ phoneReader: PhoneReader }>
  /** The logos of sign-in providers. */
  providerLogos: Chunk<{ ProviderLogo: (of: { type: string; url?: string }) => ReactElement }>
  /** Of the client's namespaces, the one that screens of other products use. */
  namespaceChunks: { magicLinks: Chunk<{ magicLinks: (core: Core) => object }> }
  /** What follows a log-in with something other than a passkey, on a page with passkeys. */
  passkeysAfterLogIn: Chunk<{ AfterLogIn: (props: { upgrade: boolean }) => ReactElement }>
  /** The dialog in which a visitor who is signed in confirms that it is them. */
  confirmation: Chunk<{
    ConfirmDialog: (props: { done: (error?: unknown) => void }) => ReactElement
    askIn: (show: (done: (error?: unknown) => void) => void) => Promise<void>
  }>
  /** The plain English of a widget with a `backend`: what differs from the built-in texts. */
  plainWords: Chunk<{ plainWords: Texts }>
  furtherPlainWords: Chunk<{ furtherPlainWords: Texts }>
  /**
   * Fetches the texts of later screens. Resolves when they have loaded, have failed to load, or
   * take too long; at once in the built-in English, whose texts are part of the screens.
   */
  fetchLaterWords(ui: Ui): Promise<void>
}

/**
 * The host's options for single products, besides `config`. A product declares its options in
 * config.ts and adds them here; its screens read them from the context.
 */
export interface ProductOptions extends AccountOptions, IdentityProviderOptions, SecondFactorOptions {
  /** `client.confirm` has mounted the widget, only for its dialog. */
  confirmation?: { done: (error?: unknown) => void }
  /** Whether a token in the URL is spent, and whether the visitor has to press a button first. */
  authenticateByUrl?: boolean | 'press'
}

/** How later screens have their visitor confirm that it is them, in place. */
export interface Confirming {
  /** Asks for it. Rejects if the visitor does not. */
  confirm(): Promise<void>
  /**
   * Returns the same core, but a call for which the session is too old asks for it, and is sent
   * again.
   */
  confirming(core: Core): Core
}

/** What is the same for every screen of one mounted widget. */
export interface Ui {
  /** On later screens, one that has been through `confirming`. */
  readonly core: Core
  /** Of later screens. */
  readonly confirmation?: Confirming
  readonly kit: Chunk<Kit>
  /** Where the visitor is. */
  readonly visit: Signal<Visit>
  readonly config: LoginConfig
  /** The host's, with the defaults of the look. */
  styles: StyleConfig
  /** The look `quartz`; undefined for the one that the public token has. */
  readonly look?: Look
  /** Options that only the screens of one product read. */
  readonly productOptions: ProductOptions
  /** The host's own words, by message id; their prototype is `texts`. */
  readonly strings: Texts
  /** `session_duration_minutes` of every call that signs in. */
  readonly minutes: number
  /** The language that the host asks for. Undefined: English. */
  readonly language?: Language
  /**
   * The texts of that language that have loaded. Those of later screens load when the visitor first
   * touches the widget.
   */
  readonly texts: Texts
  /** Renders again, when texts have loaded. */
  readonly render: (change: unknown) => void
  /** The suffix of every id: empty for the first widget on the page, `-2` for the second. */
  readonly suffix: string
  /** Notifies the host, by callback and DOM event. */
  emit: Emit
  fail(error: unknown): void
  /**
   * Moves the focus to the new screen when the visitor comes from another: to its title, or else to
   * the widget, unless something in it already has the focus.
   */
  focus(title: HTMLElement | null): void
  /** Adopts a style sheet where the widget is. */
  adopt(css: string): void
}

export const UiContext = createContext<Ui | null>(null)

export const useUi = (): Ui => useContext(UiContext)!
