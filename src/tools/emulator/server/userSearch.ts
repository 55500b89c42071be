/**
 * Searches among users, with the filters that the declarations of the provider's server SDK name.
 */
import * as v from 'valibot'
import type { User } from '../../../api/entities.ts'
import { page, pageOf } from '../requests/pagination.ts'
import type { Users } from '../state/users.ts'
import { refuse } from '../requests/refusal.ts'
import { filtersBy, fitsTogether, operandReader, type Filters } from '../requests/search.ts'

/** What to look for, and which page of it. The operands are checked when they are used. */
export const userSearch = v.object({
  query: v.optional(
    v.object({ operator: v.optional(v.string(), 'AND'), operands: v.optional(v.array(v.record(v.string(), v.unknown())), []) }),
  ),
  cursor: v.optional(v.nullable(v.string())),
  limit: v.optional(v.number(), 100),
})

type Search = v.InferOutput<typeof userSearch>

/** A user as the filters see them. */
type SearchableUser = Omit<User, 'password'> & { password?: User['password']; external_id?: string }

const MOST = 1000

const { text, oneOf, is, part } = filtersBy<SearchableUser>({
  text: 'user_search_expected_string',
  list: 'user_search_expected_array_of_string',
  flag: 'user_search_expected_bool',
})

const time = (value: unknown) => {
  const ms = /^\d{4}-\d\d-\d\dT/.test(text(value)) ? Date.parse(value as string) : NaN
  return Number.isNaN(ms) ? refuse('user_search_expected_timestamp') : ms
}

const inLowerCase = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(inLowerCase) : typeof value === 'string' ? value.toLowerCase() : value

const creationTime = ({ created_at }: SearchableUser) => Date.parse(created_at)
const emails = ({ emails: all }: SearchableUser) => all.map(({ email }) => email)
const phones = ({ phone_numbers }: SearchableUser) => phone_numbers.map(({ phone_number }) => phone_number)

const filters: Filters<SearchableUser> = {
  created_at_greater_than: (value) => {
    const from = time(value)
    return (user) => creationTime(user) > from
  },
  created_at_less_than: (value) => {
    const to = time(value)
    return (user) => creationTime(user) < to
  },
  created_at_between: (value) => {
    if (typeof value !== 'object' || value === null) return refuse('user_search_expected_object')
    const { greater_than, less_than } = value as Record<string, unknown>
    const from = time(greater_than ?? refuse('user_search_missing_greater_than'))
    const to = time(less_than ?? refuse('user_search_missing_less_than'))
    return (user) => creationTime(user) > from && creationTime(user) < to
  },
  status: (value) => {
    const requestedStatus = text(value)
    if (requestedStatus !== 'active' && requestedStatus !== 'pending') refuse('user_search_invalid_status_filter')
    return ({ status }) => status === requestedStatus
  },
  // A user's list has the names with a capital (Google), the API otherwise without.
  oauth_provider: (value) =>
    oneOf(({ providers }) => providers.map(({ provider_type }) => provider_type.toLowerCase()))(inLowerCase(value)),
  user_id: oneOf(({ user_id, external_id }) => [user_id, external_id]),
  full_name_fuzzy: part(
    ({ name }) => [[name.first_name, name.middle_name, name.last_name].filter(Boolean).join(' ')],
    'user_search_full_name_fuzzy_too_short',
  ),
  phone_number: oneOf(phones),
  phone_id: oneOf(({ phone_numbers }) => phone_numbers.map(({ phone_id }) => phone_id)),
  phone_verified: is(({ phone_numbers }) => phone_numbers.some(({ verified }) => verified)),
  phone_number_fuzzy: part(phones, 'user_search_phone_number_fuzzy_too_short'),
  email_address: (value) => oneOf(emails)(inLowerCase(value)),
  email_id: oneOf((user) => user.emails.map(({ email_id }) => email_id)),
  email_verified: is((user) => user.emails.some(({ verified }) => verified)),
  email_address_fuzzy: part(emails, 'user_search_email_address_fuzzy_too_short'),
  webauthn_registration_verified: is(({ webauthn_registrations }) => webauthn_registrations.some(({ verified }) => verified)),
  webauthn_registration_id: oneOf(({ webauthn_registrations }) => webauthn_registrations.map((one) => one.webauthn_registration_id)),
  crypto_wallet_id: oneOf(({ crypto_wallets }) => crypto_wallets.map(({ crypto_wallet_id }) => crypto_wallet_id)),
  crypto_wallet_address: oneOf(({ crypto_wallets }) => crypto_wallets.map(({ crypto_wallet_address }) => crypto_wallet_address)),
  crypto_wallet_verified: is(({ crypto_wallets }) => crypto_wallets.some(({ verified }) => verified)),
  totp_id: oneOf(({ totps }) => totps.map(({ totp_id }) => totp_id)),
  totp_verified: is(({ totps }) => totps.some(({ verified }) => verified)),
  password_exists: is(({ password }) => Boolean(password)),
}

const read = operandReader('user', filters)

/**
 * The users that an operand names by what there is an index for, in the order of the project.
 * Undefined if it names nobody in particular.
 */
const candidatesOf = (
  users: Pick<Users, 'byId' | 'withEmail' | 'withPhone' | 'withExternalId'>,
  { filter_name: name, filter_value: value }: Record<string, unknown>,
) => {
  const finders: Record<string, (text: string) => User | undefined> = {
    user_id: (id) => users.byId(id) ?? users.withExternalId(id),
    email_address: (email) => users.withEmail(email.toLowerCase()),
    phone_number: users.withPhone,
  }
  const find = Object.hasOwn(finders, name as string) ? finders[name as string] : undefined
  const matches = find && new Set((value as string[]).flatMap((text) => find(text) ?? []))
  return matches && [...matches].sort((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
}

/**
 * Returns one page of the users that fit, oldest first, and the cursor of the next page if there is
 * one.
 */
export const searchUsers = <View extends SearchableUser>(
  users: Pick<Users, 'all' | 'count' | 'byId' | 'withEmail' | 'withPhone' | 'withExternalId'>,
  view: (user: User) => View,
  { query, cursor, limit }: Search,
) => {
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) refuse('user_search_invalid_limit')
  if (cursor && !/^\d{1,9}$/.test(cursor)) refuse('user_search_invalid_cursor')
  const { operator = 'AND', operands = [] } = query ?? {}
  if (operator !== 'AND' && operator !== 'OR') refuse('user_search_invalid_operator')
  // the provider takes null for a value that is missing
  const each = operands.map(({ filter_name, filter_value }) => read({ filter_name, filter_value: filter_value ?? undefined }))
  if (each.length === 0) {
    const { items, results_metadata } = pageOf(users.all(), users.count(), { cursor, limit })
    return { results: items.map(view), results_metadata }
  }
  const candidates =
    operator === 'AND' || operands.length === 1 ? operands.map((operand) => candidatesOf(users, operand)).find(Boolean) : undefined
  const fits = fitsTogether(operator, each)
  const matches: User[] = []
  const asksForIds = operands.some(({ filter_name }) => filter_name === 'user_id')
  for (const user of candidates ?? users.all()) if (fits(asksForIds ? view(user) : user)) matches.push(user)
  const { items, results_metadata } = page(matches, { cursor, limit })
  return { results: items.map(view), results_metadata }
}
