/**
 * The kind of each option of `config` and `styles`. A new option does not compile without a row.
 * The advice for development, the playground, the site and the tests read the tables. The files
 * that visitors download contain only the rows that they need, and the types below check those.
 */
import type { LoginConfig, StyleConfig } from './config.ts'

/**
 * The kinds of a text that can lead to another site. An option that is the address of a page, a
 * file or a host is never a `text`.
 */
type AddressKind =
  /** A redirect URL of the project: an absolute URL. */
  | 'redirect'
  /** An http(s) URL, or one relative to the page. */
  | 'link'
  /** The URL of an image. */
  | 'image'
  /** A domain. */
  | 'host'

/** The kinds of a text that is CSS: the property that it has to be valid for. */
export type CssKind = 'color' | 'border-radius' | 'width' | 'font-family' | 'box-shadow'

/** The kinds of an option whose values have this type. */
type KindsOf<Value> = [Value] extends [boolean]
  ? 'flag'
  : [Value] extends [number]
    ? 'minutes' | 'seconds'
    : [Value] extends [string]
      ? string extends Value
        ? 'text' | AddressKind | CssKind
        : 'choice'
      : Value extends readonly (infer Entry)[]
        ? [Entry] extends [string]
          ? string extends Entry
            ? 'texts'
            : 'choices'
          : readonly [KindsOf<Entry>]
        : string extends keyof Value
          ? 'texts by name'
          : { readonly [Name in keyof Value]-?: KindsOf<NonNullable<Value[Name]>> }

/** The kind of an option that is not an object or a list of objects. */
export type Kind = 'flag' | 'minutes' | 'seconds' | 'text' | AddressKind | CssKind | 'choice' | 'choices' | 'texts' | 'texts by name'

/** The kind of each option of `config`. */
export const configKinds = {
  products: 'choices',
  emailMagicLinksOptions: {
    loginRedirectURL: 'redirect',
    loginExpirationMinutes: 'minutes',
    signupRedirectURL: 'redirect',
    signupExpirationMinutes: 'minutes',
    loginTemplateId: 'text',
    signupTemplateId: 'text',
    createUserAsPending: 'flag',
    domainHint: 'host',
    locale: 'text',
  },
  otpOptions: {
    methods: 'choices',
    expirationMinutes: 'minutes',
    resendAfterSeconds: 'seconds',
    loginTemplateId: 'text',
    signupTemplateId: 'text',
    locale: 'text',
  },
  passwordOptions: {
    loginRedirectURL: 'redirect',
    loginExpirationMinutes: 'minutes',
    resetPasswordRedirectURL: 'redirect',
    resetPasswordExpirationMinutes: 'minutes',
    resetPasswordTemplateId: 'text',
    locale: 'text',
  },
  passkeyOptions: { domain: 'host', upgrade: 'flag' },
  oauthOptions: {
    providers: [
      {
        type: 'text',
        name: 'text',
        logoUrl: 'image',
        custom_scopes: 'texts',
        provider_params: 'texts by name',
        one_tap: 'flag',
        position: 'choice',
        cancel_on_tap_outside: 'flag',
      },
    ],
    loginRedirectURL: 'redirect',
    signupRedirectURL: 'redirect',
  },
  sessionOptions: { sessionDurationMinutes: 'minutes' },
  legal: { termsURL: 'link', privacyURL: 'link' },
  prefill: { email: 'text', phone: 'text' },
  successURL: 'link',
  enableShadowDOM: 'flag',
  rememberLastMethod: 'flag',
} as const satisfies KindsOf<LoginConfig>

const button = { backgroundColor: 'color', textColor: 'color', borderColor: 'color', borderRadius: 'border-radius' } as const

/** The kind of each option of `styles`. */
export const styleKinds = {
  look: 'choice',
  colorScheme: 'choice',
  fontFamily: 'font-family',
  container: {
    backgroundColor: 'color',
    borderColor: 'color',
    borderRadius: 'border-radius',
    width: 'width',
    shadow: 'box-shadow',
  },
  colors: { primary: 'color', accent: 'color', secondary: 'color', success: 'color', warning: 'color', error: 'color' },
  buttons: { primary: button, secondary: button, disabled: button, social: 'choice' },
  inputs: {
    backgroundColor: 'color',
    textColor: 'color',
    placeholderColor: 'color',
    borderColor: 'color',
    borderRadius: 'border-radius',
  },
  hideHeaderText: 'flag',
  logo: { logoImageUrl: 'image', alt: 'text' },
} as const satisfies KindsOf<StyleConfig>

/** A table of kinds, or a part of one. */
export interface Kinds {
  readonly [name: string]: Kind | Kinds | readonly [Kinds]
}

/** Each option of a table at any depth, as its name and its kind. */
type Rows<Table> = {
  [Name in keyof Table & string]: Table[Name] extends Kind
    ? [Name, Table[Name]]
    : Table[Name] extends readonly [infer Entry]
      ? [Name, 'list'] | Rows<Entry>
      : Rows<Table[Name]>
}[keyof Table & string]

type Row = Rows<typeof configKinds> | Rows<typeof styleKinds>

/** The options that can lead to another site. */
export type AddressOption = Extract<Row, [string, AddressKind]>[0]

/** The options that have one or some of a few values. */
export type ChoiceOption = Extract<Row, [string, 'choice' | 'choices']>[0]

/** The options of `config` that are a list. The values of `custom_scopes` are read as texts. */
export type ListOption = Extract<Rows<typeof configKinds>, [string, 'choices' | 'list']>[0]

/** The options of `config` that are an object. */
export type ObjectOption = {
  [Name in keyof typeof configKinds]: (typeof configKinds)[Name] extends Kinds ? Name : never
}[keyof typeof configKinds]

/** The styles that are CSS but no color, each with its property. */
export type OtherStyles = { [Each in Extract<Row, [string, Exclude<CssKind, 'color'>]> as Each[0]]: Each[1] }

type Paths<Table, Of> = {
  [Name in keyof Table & string]: Table[Name] extends Of
    ? Name
    : Table[Name] extends Kind
      ? never
      : `${Name}.${Paths<Table[Name] extends readonly [infer Entry] ? Entry : Table[Name], Of>}`
}[keyof Table & string]

/** The path of each option of `config` of these kinds. An entry of a list has no number. */
export type ConfigPath<Of extends Kind> = Paths<typeof configKinds, Of>

/** The path of each style of these kinds, such as `buttons.primary.textColor`. */
export type StylePath<Of extends Kind> = Paths<typeof styleKinds, Of>

/** Returns the kind of each option of a table by its path. An entry of a list has no number. */
export const kindsByPath = (kinds: Kinds, start = ''): Map<string, Kind> =>
  new Map(
    Object.entries(kinds).flatMap(([name, kind]) =>
      typeof kind === 'string'
        ? [[start + name, kind]]
        : [...kindsByPath((Array.isArray(kind) ? kind[0] : kind) as Kinds, `${start}${name}.`)],
    ),
  )
