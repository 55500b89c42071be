/**
 * Schemas of fields that many request bodies have. A field of the wrong type is a schema error; a
 * field of the right type with an invalid value gets the provider's own refusal. Both come before a
 * code or a link is spent.
 */
import { HTTPException } from 'hono/http-exception'
import { parsePhoneNumberWithError, ParseError } from 'libphonenumber-js/max'
import * as v from 'valibot'
import { readEmail } from '../../../api/emailAddress.ts'
import { refuse, type ErrorType } from './refusal.ts'

/**
 * Checks a value by a schema. Unlike valibot, does not take a list for an object without fields.
 * Returns the value, or what is wrong with it.
 */
export const validate = <Value>(
  schema: v.GenericSchema<unknown, Value>,
  input: unknown,
): { value: Value; wrong?: undefined } | { wrong: { path: string | null; message: string }[] } => {
  const { success, output, issues } = v.safeParse(schema, input)
  if (!success) return { wrong: issues.map((issue) => ({ path: v.getDotPath(issue), message: issue.message })) }
  const path = listForObject(input, output, [])
  if (!path) return { value: output }
  return { wrong: [{ path: path.join('.') || null, message: 'Invalid type: Expected Object but received Array' }] }
}

/** Where a list was taken for an object. */
const listForObject = (input: unknown, output: unknown, path: string[]): string[] | undefined => {
  // what a schema leaves alone is the same value
  if (input === output || typeof input !== 'object' || input === null || typeof output !== 'object' || output === null) return undefined
  if (Array.isArray(input) !== Array.isArray(output)) return path
  for (const [name, part] of Object.entries(output)) {
    const listPath = listForObject((input as Record<string, unknown>)[name], part, [...path, name])
    if (listPath) return listPath
  }
  return undefined
}

/** Removes fields that are undefined, because they would overwrite a default. */
export const withoutUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields

/**
 * Turns a refusal that `read` throws into an issue of the schema. A seed has many fields of the
 * same kind, so its error must name the field; a call has only one of each.
 */
export const refusalAsIssue = <Input, Output>(read: (value: Input) => Output) =>
  v.rawTransform<Input, Output>(({ dataset, addIssue, NEVER }) => {
    try {
      return read(dataset.value)
    } catch (error) {
      if (!(error instanceof HTTPException)) throw error
      addIssue({ message: error.message })
      return NEVER
    }
  })

/** A text that can be left out. */
export const optionalText = v.optional(v.string())

/** A text that matches a pattern; `otherwise` is the refusal of any other text. */
export const textLike = (pattern: RegExp, otherwise: ErrorType) =>
  v.pipe(
    v.string(),
    v.transform((value) => (pattern.test(value) ? value : refuse(otherwise))),
  )

/** The schema of a call without a body: it ignores whatever is sent. */
export const noBody = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
)

/** A whole number from `least` to `most`; `otherwise` is the refusal of any other number. */
export const wholeNumber = (least: number, most: number, otherwise: ErrorType) =>
  v.pipe(
    v.number(),
    v.transform((value) => (Number.isInteger(value) && value >= least && value <= most ? value : refuse(otherwise))),
  )

export const sessionDuration = wholeNumber(5, 525_600, 'invalid_session_duration_minutes')
export const codeExpiration = wholeNumber(1, 10, 'invalid_expiration_otp')
export const linkExpiration = wholeNumber(5, 10_080, 'invalid_expiration')

/**
 * An email address as the widget sends it, in lower case: the provider does not distinguish
 * addresses by case.
 */
export const emailAddress = v.pipe(
  v.string(),
  v.transform((value) => (readEmail(value) === value ? value.toLowerCase() : refuse('invalid_email'))),
)

/** A phone number that is valid in its country's numbering plan, in E.164 format. */
export const phoneNumber = v.pipe(
  v.string(),
  v.transform((value) => {
    if (!/^\+\d{1,15}$/.test(value)) return refuse('invalid_phone_number')
    try {
      return parsePhoneNumberWithError(value).isValid() ? value : refuse('invalid_phone_number')
    } catch (error) {
      if (!(error instanceof ParseError)) throw error
      return refuse(error.message === 'INVALID_COUNTRY' ? 'invalid_phone_number_country_code' : 'invalid_phone_number')
    }
  }),
)

/** A PKCE challenge (RFC 7636, section 4.2). The provider supports only the method S256. */
export const codeChallenge = textLike(/^[\w-]{43}$/, 'invalid_pkce_code_challenge')

export const seedEmail = v.pipe(
  v.string(),
  refusalAsIssue((value: string) => v.parse(emailAddress, value)),
)
export const seedPhone = v.pipe(
  v.string(),
  refusalAsIssue((value: string) => v.parse(phoneNumber, value)),
)
/** The name of a user in a seed or a sign-in. */
export const seedName = v.optional(v.partial(v.strictObject({ first_name: v.string(), middle_name: v.string(), last_name: v.string() })))

/** The schema of a name, or of the parts of it that change. */
export const nameParts = v.optional(v.partial(v.object({ first_name: v.string(), middle_name: v.string(), last_name: v.string() })))
