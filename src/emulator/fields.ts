/**
 * Fields that many bodies have. A field of the wrong kind is a schema error; one of the right kind and a bad value is the provider's own
 * refusal (spec section 8), and either comes before a code or a link is spent.
 */
import { HTTPException } from 'hono/http-exception'
import { parsePhoneNumberWithError, ParseError } from 'libphonenumber-js/max'
import * as v from 'valibot'
import { refuse, type ErrorType } from './refusal.ts'

/** Without the fields that say nothing, which would take a default away. */
export const told = <Given extends object>(given: Given) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given

/**
 * What `read` makes of a value, its refusal a fault of the field: a seed says which of its many fields is refused, where a call has but one of
 * each.
 */
export const faulty = <Input, Output>(read: (value: Input) => Output) =>
  v.rawTransform<Input, Output>(({ dataset, addIssue, NEVER }) => {
    try {
      return read(dataset.value)
    } catch (error) {
      if (!(error instanceof HTTPException)) throw error
      addIssue({ message: error.message })
      return NEVER
    }
  })

/** The whole body of a call that has none: whatever comes is ignored. */
export const nothing = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
)

const minutes = (least: number, most: number, otherwise: ErrorType) =>
  v.pipe(
    v.number(),
    v.transform((value) => (Number.isInteger(value) && value >= least && value <= most ? value : refuse(otherwise))),
  )

export const sessionDuration = minutes(5, 525_600, 'invalid_session_duration_minutes')
export const codeExpiration = minutes(1, 10, 'invalid_expiration_minutes')
export const linkExpiration = minutes(5, 10_080, 'invalid_expiration_minutes')

/** wire.md row 26. */
const emailPattern = /^[a-zA-Z0-9!#$%&'*+/=?^_{|}~.`-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$/

/** An e-mail address, in lower case: the provider tells no two apart by case. */
export const emailAddress = v.pipe(
  v.string(),
  v.transform((value) => (value.length <= 254 && emailPattern.test(value) ? value.toLowerCase() : refuse('invalid_email'))),
)

/** A phone number that exists in its country's plan, written as E.164. */
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

/** RFC 7636, section 4.2; the provider knows no method but S256. */
export const codeChallenge = v.pipe(
  v.string(),
  v.transform((value) => (/^[\w-]{43}$/.test(value) ? value : refuse('invalid_code_challenge'))),
)

/** The two in a seed. */
export const seedEmail = v.pipe(
  v.string(),
  faulty((value: string) => v.parse(emailAddress, value)),
)
export const seedPhone = v.pipe(
  v.string(),
  faulty((value: string) => v.parse(phoneNumber, value)),
)
