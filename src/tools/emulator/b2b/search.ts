/**
 * Searches among members and among organizations, with the filters that the declarations of the
 * provider's SDK name. Pure.
 */
import * as v from 'valibot'
import { optionalText } from '../requests/fields.ts'
import type { Member } from '../../../api/b2b/entities.ts'
import type { MemberSearch, SearchOperand } from '../../../api/b2b/organizations.ts'
import { page } from '../requests/pagination.ts'
import { refuse } from '../requests/refusal.ts'
import type { Organization } from './organizations.ts'

/** What to look for, and which page of it. The operands are checked when they are used. */
export const searchBody = v.object({
  query: v.optional(
    v.object({
      operator: v.picklist(['AND', 'OR']),
      operands: v.optional(v.array(v.looseObject({}) as unknown as v.GenericSchema<unknown, SearchOperand>), []),
    }),
  ),
  cursor: optionalText,
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
})

const DEFAULT_LIMIT = 100
/** The shortest text that the provider looks for. */
const FUZZY_LENGTH = 3

/** A filter by a list of values, by a part of a text, or by a condition. */
type Filter<Thing> =
  | { list: (thing: Thing) => string[] }
  | { part: (thing: Thing) => string[]; tooShort: Parameters<typeof refuse>[0] }
  | { text: (thing: Thing) => string[] }
  | { flag: (thing: Thing) => boolean }

type Filters<Thing> = Record<string, Filter<Thing>>

/** Says whether a thing fits one operand. `of` begins the names of the errors. */
const reader =
  <Thing>(of: 'member' | 'organization', filters: Filters<Thing>) =>
  ({ filter_name: name, filter_value: filterValue }: { filter_name?: unknown; filter_value?: unknown }): ((thing: Thing) => boolean) => {
    if (name === undefined) return refuse(`${of}_search_missing_filter_name`)
    if (typeof name !== 'string') return refuse(`${of}_search_filter_name_must_be_string`)
    const filter = Object.hasOwn(filters, name) ? filters[name]! : refuse(`${of}_search_filter_name_not_recognized`)
    if (filterValue === undefined) return refuse(`${of}_search_missing_filter_value`)
    if ('flag' in filter) {
      return typeof filterValue === 'boolean' ? (thing) => filter.flag(thing) === filterValue : refuse(`${of}_search_expected_boolean`)
    }
    if ('list' in filter) {
      const values = Array.isArray(filterValue) && filterValue.every((value) => typeof value === 'string') ? filterValue : undefined
      return values
        ? (thing) => filter.list(thing).some((value) => values.includes(value))
        : refuse(`${of}_search_expected_array_of_strings`)
    }
    if (typeof filterValue !== 'string') return refuse(`${of}_search_expected_string`)
    if ('text' in filter) return (thing) => filter.text(thing).includes(filterValue)
    if (filterValue.length < FUZZY_LENGTH) return refuse(filter.tooShort)
    const part = filterValue.toLowerCase()
    return (thing) => filter.part(thing).some((value) => value.toLowerCase().includes(part))
  }

/**
 * Returns one page of the things that fit, and the cursor of the next page if there is one. Without
 * operands, `byDefault` says which fit.
 */
const find = <Thing>(
  things: Thing[],
  { query, cursor, limit = DEFAULT_LIMIT }: MemberSearch,
  read: ReturnType<typeof reader<Thing>>,
  byDefault: (thing: Thing) => boolean,
) => {
  const each = (query?.operands ?? []).map(read)
  const fits = (thing: Thing) =>
    each.length === 0 ? byDefault(thing) : query!.operator === 'AND' ? each.every((one) => one(thing)) : each.some((one) => one(thing))
  return page(things.filter(fits), { cursor, limit })
}

const memberPhones = (member: Member) => (member.mfa_phone_number ? [member.mfa_phone_number] : [])
const tooShort = {
  email: 'member_search_member_email_fuzzy_too_short',
  phone: 'member_search_member_mfa_phone_number_fuzzy_too_short',
} as const

const memberFilters: Filters<Member> = {
  member_ids: { list: ({ member_id }) => [member_id] },
  member_emails: { list: ({ email_address }) => [email_address] },
  member_email_fuzzy: { part: ({ email_address }) => [email_address], tooShort: tooShort.email },
  member_is_breakglass: { flag: ({ is_breakglass }) => is_breakglass },
  statuses: { list: ({ status }) => [status] },
  member_roles: { list: ({ roles }) => roles.map(({ role_id }) => role_id) },
  member_password_exists: { flag: ({ member_password_id }) => member_password_id !== '' },
  // the provider's SDKs spell these in two ways
  member_mfa_phone_numbers: { list: memberPhones },
  member_phone_numbers: { list: memberPhones },
  member_mfa_phone_number_fuzzy: { part: memberPhones, tooShort: tooShort.phone },
  member_phone_number_fuzzy: { part: memberPhones, tooShort: tooShort.phone },
}

const readMember = reader('member', memberFilters)

/** Finds members. Without operands, all who are not deleted. */
export const searchMembers = <Item extends Member>(members: Item[], search: MemberSearch) => {
  const { items, results_metadata } = find<Item>(members, search, readMember, ({ status }) => status !== 'deleted')
  return { members: items, results_metadata }
}

/** Finds organizations. `membersOf` returns the members of one who are not deleted. */
export const searchOrganizations = (organizations: Organization[], search: MemberSearch, membersOf: (id: string) => Member[]) => {
  const emails = ({ organization_id }: Organization) => membersOf(organization_id).map(({ email_address }) => email_address)
  const filters: Filters<Organization> = {
    organization_ids: { list: ({ organization_id }) => [organization_id] },
    organization_slugs: { list: ({ organization_slug }) => [organization_slug] },
    organization_name_fuzzy: {
      part: ({ organization_name }) => [organization_name],
      tooShort: 'organization_search_organization_name_fuzzy_too_short',
    },
    organization_slug_fuzzy: {
      part: ({ organization_slug }) => [organization_slug],
      tooShort: 'organization_search_organization_slug_fuzzy_too_short',
    },
    member_emails: { list: emails },
    member_email_fuzzy: { part: emails, tooShort: 'organization_search_member_email_fuzzy_too_short' },
    allowed_domains: { list: ({ email_allowed_domains }) => email_allowed_domains },
    allowed_domain_fuzzy: {
      part: ({ email_allowed_domains }) => email_allowed_domains,
      tooShort: 'organization_search_allowed_domain_fuzzy_too_short',
    },
    claimed_email_domains: { list: ({ claimed_email_domains }) => claimed_email_domains },
    has_active_sso_connection: { flag: ({ sso_active_connections }) => sso_active_connections.length > 0 },
    sso_connection_id: { text: ({ sso_active_connections }) => sso_active_connections.map(({ connection_id }) => connection_id) },
  }
  const { items, results_metadata } = find(organizations, search, reader('organization', filters), () => true)
  return { organizations: items, results_metadata }
}
