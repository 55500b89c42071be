import { readEmail } from '../../api/emailAddress.ts'
import { refusal } from './refusals.ts'

/**
 * A kind of text that a browser may send. Each has a longest length; what breaks it is refused
 * before a backend sees it.
 */
export type TextKind = 'email' | 'phone' | 'code' | 'password' | 'id' | 'url' | 'text' | 'json'

type KindOf<Value> = Value extends string
  ? TextKind
  : Value extends number
    ? 'number'
    : Value extends boolean
      ? 'flag'
      : Value extends readonly string[]
        ? 'texts'
        : 'object'

/**
 * The kind of every field of a body. A field that is missing here, or is of another kind, does not
 * compile.
 */
export type Fields<Body> = Body extends undefined
  ? { readonly [Name in never]: never }
  : {
      readonly [Name in keyof Body]-?: undefined extends Body[Name] ? `${KindOf<NonNullable<Body[Name]>>}?` : KindOf<Body[Name]>
    }

/** The fields of a body as plain data. A trailing `?` makes a field optional: absent or null. */
export type AnyFields = { readonly [name: string]: string }

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unprintable = /[\u0000-\u001f\u007f]/

/** How deep an object of the page's may be nested. */
const DEPTH = 12

const isShallowObject = (value: unknown): value is object => {
  const isWithin = (inner: unknown, depth: number): boolean =>
    typeof inner !== 'object' || inner === null || (depth > 0 && Object.values(inner).every((one) => isWithin(one, depth - 1)))
  return typeof value === 'object' && value !== null && !Array.isArray(value) && isWithin(value, DEPTH)
}

const isText = (value: unknown, longest = 2000): value is string => typeof value === 'string' && value.length <= longest

const isPrintable = (value: unknown): value is string => isText(value) && !unprintable.test(value)

const isHttpUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const holdsObject = (text: string) => {
  try {
    return isShallowObject(JSON.parse(text))
  } catch {
    return false
  }
}

/** Whether a value is of a kind. A kind that is not here is a text. */
const kinds: { readonly [kind: string]: (value: unknown) => boolean } = {
  password: (value) => isText(value, 1000) && value !== '',
  id: (value) => isText(value) && /^[!-~]+$/.test(value),
  text: isPrintable,
  // a public key credential, which is itself an object of texts
  json: (value) => isText(value, 60_000),
  number: Number.isFinite,
  flag: (value) => typeof value === 'boolean',
  texts: (value) => Array.isArray(value) && value.length <= 100 && value.every(isPrintable),
  object: isShallowObject,
}

/** How each kind of text is read, and the provider's error for one that cannot be. */
const formats: { readonly [kind: string]: [read: (text: string) => string | boolean | undefined, Parameters<typeof refusal>[0]] } = {
  email: [readEmail, 'invalid_email'],
  phone: [(text) => /^\+[1-9]\d{6,14}$/.test(text), 'invalid_phone_number'],
  code: [(text) => /^\d{4,10}$/.test(text), 'invalid_code'],
  url: [isHttpUrl, 'invalid_magic_link_url'],
  json: [holdsObject, 'invalid_public_key_credential'],
}

/**
 * Returns the fields of a body that its call declares, and nothing else. Everything from a browser
 * is hostile until it has been here. `pageOf` returns the page that a URL leads to. Throws a
 * refusal.
 */
export const readFields = (raw: unknown, fields: AnyFields, pageOf: (url: string) => string | undefined): Record<string, unknown> => {
  const body: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const kind = field.replace('?', '')
    const value = typeof raw === 'object' && raw ? (raw as Record<string, unknown>)[name] : undefined
    if (value == null && kind !== field) continue
    if (!(kinds[kind] ?? isText)(value)) throw refusal('invalid_argument', `${name} is missing, or not what this call takes.`)
    const [parse, error_type = ''] = formats[kind] ?? []
    const result = parse ? parse(value as string) : true
    if (!result) throw refusal(error_type)
    const page = kind === 'url' ? pageOf(value as string) : result
    if (!page) throw refusal('no_match_for_provided_magic_link_url')
    body[name] = page === true ? value : page
  }
  return body
}
