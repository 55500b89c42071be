import { closest, distance } from 'fastest-levenshtein'
import * as v from 'valibot'
import { en } from '../../strings/en.ts'
import type { LoginConfig, StyleConfig } from '../../ui/host/config.ts'
import { closestLocale, speaksLanguage, locales } from '../../ui/words/language.ts'
import { cssVariables } from '../../ui/looks/theme.ts'
import { backendOptions, config as configSchema, options as optionsSchema, props as propsSchemas } from './optionSchemas.ts'

/** What advice is about: the options of a client or the props of a widget. */
export type Subject = keyof typeof propsSchemas | 'options' | 'backendOptions'

/**
 * Makes a deep copy with own properties only, in which odd values stay, so that they can be named.
 */
const copyOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!value || typeof value !== 'object') return value ?? undefined
  return {
    __proto__: null,
    ...Object.fromEntries(Object.entries(value).flatMap(([name, value]) => (value == null ? [] : [[name, copyOf(value)]]))),
  }
}

const textOf = (value: unknown) =>
  typeof value === 'string'
    ? `'${value}'`
    : typeof value === 'function'
      ? 'a function'
      : /number|symbol|bigint/.test(typeof value)
        ? String(value)
        : JSON.stringify(value)

/** Returns the keys that exist at a path, starting from this schema. */
const keysAt = (schema: v.GenericSchema, path: readonly unknown[]): string[] => {
  let here = schema as { wrapped?: unknown; item?: unknown; entries?: Record<string, unknown> }
  const unwrap = () => {
    while (here.wrapped) here = here.wrapped as typeof here
  }
  for (const key of path) {
    unwrap()
    here = (typeof key === 'number' ? here.item : here.entries?.[String(key)]) as typeof here
  }
  unwrap()
  return Object.keys(here.entries ?? {})
}

const plain = (name: string) => name.replace(/[^a-z\d]/gi, '').toLowerCase()

/**
 * Returns the key that a misspelled one was probably meant to be, or undefined if none is close:
 * `login_redirect_url`, `loginRedirectUrl` and `loginRedirctURL` all mean `loginRedirectURL`.
 */
const likelyKey = (key: string, keys: readonly string[]): string | undefined => {
  if (keys.length === 0) return undefined
  const near = closest(plain(key), keys.map(plain))
  return distance(plain(key), near) <= Math.max(1, key.length / 4) ? keys.find((name) => plain(name) === near) : undefined
}

const pathText = (path: readonly unknown[]) =>
  path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${key}` : String(key)), '')

const descriptions: Record<string, string> = {
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  strict_object: 'an object',
  record: 'an object',
  function: 'a function',
}

/** Returns a sentence on one invalid value: its path, what is wrong, and the fix. */
const ofIssue = (schema: v.GenericSchema, issue: v.BaseIssue<unknown>): string => {
  const path = (issue.path ?? []).map(({ key }) => key)
  const where = pathText(path)
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    const around = path.slice(0, -1)
    const keys = keysAt(schema, around)
    const suggestion = likelyKey(String(path.at(-1)), keys)
    return `${where} is not an option. ${suggestion ? `Write '${suggestion}'.` : `The options are: ${keys.join(', ')}.`}`
  }
  if (issue.type === 'strict_object' && issue.received === 'undefined') return `${where} is missing.`
  const description = descriptions[issue.type] ?? issue.message
  const { input } = issue
  const fix =
    description.startsWith('a number') && typeof input === 'string' && input.trim() && !Number.isNaN(+input)
      ? ` Write ${+input}.`
      : description === 'true or false' && typeof input === 'string' && /^(true|false)$/.test(input)
        ? ` Write ${input}.`
        : description === 'a list' && typeof input === 'string'
          ? ` Write ['${input}'].`
          : ''
  return `${where || 'what is given'} has to be ${description}, but it is ${textOf(input)}.${fix}`
}

/**
 * Options that have no effect without their product, and products that show nothing without their
 * options.
 */
const pairs = [
  ['otp', 'otpOptions'],
  ['oauth', 'oauthOptions'],
  ['passwords', 'passwordOptions'],
  ['emailMagicLinks', 'emailMagicLinksOptions'],
] as const

/** Returns what cannot work, or is probably a mistake, in a configuration of valid values. */
export function contradictions(config: LoginConfig): string[] {
  const { products = ['emailMagicLinks'], otpOptions, oauthOptions, passkeyOptions } = config
  const has = (name: string) => products.some((product) => product === name)
  const warnings: string[] = []
  if (products.length > 0 && products.every((product) => product === 'passkeys')) {
    warnings.push(
      "config.products has passkeys alone: a visitor without one cannot sign up. Add another product, such as 'emailMagicLinks'.",
    )
  }
  if (has('emailMagicLinks') && has('otp') && otpOptions?.methods?.includes('email') && !has('passwords')) {
    warnings.push("config.products has 'emailMagicLinks' and 'otp' with the method 'email': there can be one of the two. Take out one.")
  }
  if (has('otp') && !otpOptions?.methods?.length)
    warnings.push(
      "config.products has 'otp', but config.otpOptions.methods is empty: nothing shows. Write otpOptions: { methods: ['sms'] }.",
    )
  if (has('oauth') && !oauthOptions?.providers?.length) {
    warnings.push(
      "config.products has 'oauth', but config.oauthOptions.providers is empty: nothing shows. Write oauthOptions: { providers: [{ type: 'google' }] }.",
    )
  }
  for (const [product, name] of pairs) {
    // beside passwords, a code is a second method
    // (docs/decisions/README.md#passwords-offer-a-second-method)
    if (config[name] && !has(product) && !(name === 'otpOptions' && has('passwords')))
      warnings.push(`config.${name} does nothing without its product. Add '${product}' to config.products.`)
  }
  if (passkeyOptions?.upgrade) {
    for (const product of ['passwords', 'passkeys'])
      if (!has(product)) warnings.push(`config.passkeyOptions.upgrade does nothing without '${product}'. Add it to config.products.`)
    if (config.successURL)
      warnings.push(
        'config.passkeyOptions.upgrade does nothing with config.successURL, which leaves the page. Call client.webauthn.upgrade() on the next page.',
      )
  }
  const twice = products.find((product, at) => products.indexOf(product) !== at)
  if (twice) warnings.push(`config.products has '${twice}' twice. It shows once: take one out.`)
  for (const [at, { type, one_tap, position }] of (oauthOptions?.providers ?? []).entries()) {
    if (one_tap && type !== 'google')
      warnings.push(`config.oauthOptions.providers[${at}].one_tap is Google's alone, and the provider is '${type}'. Take it out.`)
    if (position && !one_tap)
      warnings.push(`config.oauthOptions.providers[${at}].position does nothing without One Tap. Add one_tap: true.`)
  }
  return warnings
}

/** Returns the style values that the browser would not accept for their property. */
const unusable = (styles: StyleConfig): string[] =>
  Object.entries(styles).flatMap(([name, value]) => {
    const look = (path: string[], value: unknown): string[] => {
      if (value && typeof value === 'object') return Object.entries(value).flatMap(([key, inner]) => look([...path, key], inner))
      if (typeof value !== 'string' || !value) return []
      const styles = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as StyleConfig
      return Object.keys(cssVariables(styles)).length > 1
        ? []
        : [`styles.${path.join('.')} is ${textOf(value)}, which is not CSS for this place, and is ignored. Fix the value.`]
    }
    return ['colorScheme', 'hideHeaderText', 'logo'].includes(name) ? [] : look([name], value)
  })

/** Returns the ids in `strings` that no message has. */
const unknown = (strings: object): string[] =>
  Object.keys(strings).flatMap((id) => {
    if (Object.hasOwn(en, id)) return []
    const suggestion = likelyKey(id, Object.keys(en))
    return [
      `strings['${id}'] is not the id of a message, and has no effect. ${suggestion ? `Write '${suggestion}'.` : 'The ids are those of latchkey/strings/en.'}`,
    ]
  })

/** Advice on a language given by name: the name is unknown, or a bundle cannot load it. */
const unspoken = (language: string): string[] => {
  if (language !== 'auto' && !speaksLanguage(language))
    return [`language is '${language}', which the widget does not speak, so it shows English. The languages are: ${locales.join(', ')}.`]
  const locale = closestLocale([language])
  if (locale === 'en' && language !== 'auto') return []
  const [lazy, file] =
    language === 'auto' ? ['frLazy', 'fr'] : [`${locale.replace(/-(\w)/, (_, letter) => letter.toUpperCase())}Lazy`, locale]
  return [
    `language is '${language}': its words are files beside widget.js, which a bundle does not have. Write language: ${lazy}, after import { ${lazy} } from 'latchkey/strings/${file}'.`,
  ]
}

/**
 * Returns what is wrong with the host's options or props, one sentence per fault: the path, the
 * fault and the fix. Empty if nothing is wrong. Pure.
 */
export function advice(subject: Subject, input: unknown): string[] {
  const schema = subject === 'options' ? optionsSchema : subject === 'backendOptions' ? backendOptions : propsSchemas[subject]
  const fields = copyOf(input ?? {})
  const { issues = [] } = v.safeParse(schema, fields)
  const faults = issues.map((issue) => ofIssue(schema, issue as v.BaseIssue<unknown>))
  const { config, styles, strings, language } = (fields ?? {}) as {
    config?: LoginConfig
    styles?: StyleConfig
    strings?: object
    language?: unknown
  }
  if (v.is(configSchema, config)) faults.push(...contradictions(config))
  if (styles && v.is(propsSchemas.mountPasskeyRegistration, { styles })) faults.push(...unusable(styles))
  if (typeof language === 'string' && subject !== 'options') faults.push(...unspoken(language))
  if (strings && subject !== 'options') faults.push(...unknown(strings))
  return faults
}
