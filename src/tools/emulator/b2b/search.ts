/**
 * Searches among members and among organizations, with the filters that the declarations of the
 * provider's SDK name. Pure.
 */
import * as v from 'valibot'
import { optionalText } from '../requests/fields.ts'
import type { Member } from '../../../api/b2b/entities.ts'
import type { MemberSearch, SearchOperand } from '../../../api/b2b/organizations.ts'
import { page } from '../requests/pagination.ts'
import { filtersBy, fitsTogether, operandReader, type Filters } from '../requests/search.ts'
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
/**
 * Returns one page of the things that fit, and the cursor of the next page if there is one. Without
 * operands, `byDefault` says which fit.
 */
const find = <Thing>(
  things: Thing[],
  { query, cursor, limit = DEFAULT_LIMIT }: MemberSearch,
  read: ReturnType<typeof operandReader<Thing>>,
  byDefault: (thing: Thing) => boolean,
) => {
  const operands = (query?.operands ?? []).map(read)
  const fits = operands.length > 0 ? fitsTogether(query!.operator, operands) : byDefault
  return page(things.filter(fits), { cursor, limit })
}

/** The filters of members or of organizations. */
const filtersOf = <Thing>(of: 'member' | 'organization') =>
  filtersBy<Thing>({
    text: `${of}_search_expected_string`,
    list: `${of}_search_expected_array_of_strings`,
    flag: `${of}_search_expected_boolean`,
  })

const memberPhones = (member: Member) => (member.mfa_phone_number ? [member.mfa_phone_number] : [])
const tooShort = {
  email: 'member_search_member_email_fuzzy_too_short',
  phone: 'member_search_member_mfa_phone_number_fuzzy_too_short',
} as const

const { oneOf, is, part } = filtersOf<Member>('member')
const memberFilters: Filters<Member> = {
  member_ids: oneOf(({ member_id }) => [member_id]),
  member_emails: oneOf(({ email_address }) => [email_address]),
  member_email_fuzzy: part(({ email_address }) => [email_address], tooShort.email),
  member_is_breakglass: is(({ is_breakglass }) => is_breakglass),
  statuses: oneOf(({ status }) => [status]),
  member_roles: oneOf(({ roles }) => roles.map(({ role_id }) => role_id)),
  member_password_exists: is(({ member_password_id }) => member_password_id !== ''),
  // the provider's SDKs spell these in two ways
  member_mfa_phone_numbers: oneOf(memberPhones),
  member_phone_numbers: oneOf(memberPhones),
  member_mfa_phone_number_fuzzy: part(memberPhones, tooShort.phone),
  member_phone_number_fuzzy: part(memberPhones, tooShort.phone),
}

const readMember = operandReader('member', memberFilters)

/** Finds members. Without operands, all who are not deleted. */
export const searchMembers = <Item extends Member>(members: Item[], search: MemberSearch) => {
  const { items, results_metadata } = find<Item>(members, search, readMember, ({ status }) => status !== 'deleted')
  return { members: items, results_metadata }
}

/** Finds organizations. `membersOf` returns the members of one who are not deleted. */
export const searchOrganizations = (organizations: Organization[], search: MemberSearch, membersOf: (id: string) => Member[]) => {
  const emails = ({ organization_id }: Organization) => membersOf(organization_id).map(({ email_address }) => email_address)
  const { text, oneOf, is, part } = filtersOf<Organization>('organization')
  const filters: Filters<Organization> = {
    organization_ids: oneOf(({ organization_id }) => [organization_id]),
    organization_slugs: oneOf(({ organization_slug }) => [organization_slug]),
    organization_name_fuzzy: part(({ organization_name }) => [organization_name], 'organization_search_organization_name_fuzzy_too_short'),
    organization_slug_fuzzy: part(({ organization_slug }) => [organization_slug], 'organization_search_organization_slug_fuzzy_too_short'),
    member_emails: oneOf(emails),
    member_email_fuzzy: part(emails, 'organization_search_member_email_fuzzy_too_short'),
    allowed_domains: oneOf(({ email_allowed_domains }) => email_allowed_domains),
    allowed_domain_fuzzy: part(({ email_allowed_domains }) => email_allowed_domains, 'organization_search_allowed_domain_fuzzy_too_short'),
    claimed_email_domains: oneOf(({ claimed_email_domains }) => claimed_email_domains),
    has_active_sso_connection: is(({ sso_active_connections }) => sso_active_connections.length > 0),
    sso_connection_id: (value) => {
      const id = text(value)
      return ({ sso_active_connections }) => sso_active_connections.some(({ connection_id }) => connection_id === id)
    },
  }
  const { items, results_metadata } = find(organizations, search, operandReader('organization', filters), () => true)
  return { organizations: items, results_metadata }
}
