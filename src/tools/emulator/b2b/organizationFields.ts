/** Schemas of what a request can say about an organization and its members. */
import * as v from 'valibot'
import type { AuthMethod, OrganizationPolicy } from '../../../api/b2b/entities.ts'
import { b2bOAuthProviders } from '../../../api/b2b/oauthProviders.ts'
import { emailAddress, optionalText, phoneNumber } from '../requests/fields.ts'
import { metadata } from '../state/metadata.ts'

const texts = v.optional(v.array(v.string()))
const allowance = v.optional(v.picklist(['ALL_ALLOWED', 'RESTRICTED', 'NOT_ALLOWED']))
const authMethod = v.picklist([
  'sso',
  'magic_link',
  'password',
  ...Object.values(b2bOAuthProviders).map((provider) => `${provider}_oauth` as const),
  'email_otp',
] satisfies AuthMethod[])

/** Who can join and how: the fields of a request body. */
export const policy = {
  sso_jit_provisioning: allowance,
  sso_jit_provisioning_allowed_connections: texts,
  email_allowed_domains: texts,
  email_jit_provisioning: allowance,
  email_invites: allowance,
  oauth_tenant_jit_provisioning: v.optional(v.picklist(['RESTRICTED', 'NOT_ALLOWED'])),
  allowed_oauth_tenants: v.optional(v.record(v.string(), v.array(v.string()))),
  auth_methods: v.optional(v.picklist(['ALL_ALLOWED', 'RESTRICTED'])),
  allowed_auth_methods: v.optional(v.array(authMethod)),
  mfa_policy: v.optional(v.picklist(['OPTIONAL', 'REQUIRED_FOR_ALL'])),
  mfa_methods: v.optional(v.picklist(['ALL_ALLOWED', 'RESTRICTED'])),
  allowed_mfa_methods: v.optional(v.array(v.picklist(['sms_otp', 'totp']))),
  first_party_connected_apps_allowed_type: allowance,
  allowed_first_party_connected_apps: texts,
  third_party_connected_apps_allowed_type: allowance,
  allowed_third_party_connected_apps: texts,
} satisfies { [Name in keyof Required<OrganizationPolicy>]: v.GenericSchema<unknown, OrganizationPolicy[Name] | undefined> }

/** The fields of an organization that an administrator can change. */
export const organizationUpdate = {
  ...policy,
  organization_name: optionalText,
  organization_slug: optionalText,
  organization_logo_url: optionalText,
  sso_default_connection_id: optionalText,
  rbac_email_implicit_role_assignments: v.optional(v.array(v.object({ domain: v.string(), role_id: v.string() }))),
}

const memberFields = {
  name: optionalText,
  is_breakglass: v.optional(v.boolean()),
  mfa_enrolled: v.optional(v.boolean()),
  mfa_phone_number: v.optional(phoneNumber),
  untrusted_metadata: metadata,
  roles: texts,
}

export const newMember = { ...memberFields, email_address: emailAddress, create_member_as_pending: v.optional(v.boolean()) }

/** The fields of a member that an administrator can change. */
export const memberUpdate = {
  ...memberFields,
  email_address: v.optional(emailAddress),
  default_mfa_method: v.optional(v.picklist(['sms_otp', 'totp'])),
  unlink_email: v.optional(v.boolean()),
  preserve_existing_sessions: v.optional(v.boolean()),
}

/** Which address of a member to release. */
export const retiredAddress = v.pipe(
  v.object({ email_id: optionalText, email_address: v.optional(emailAddress) }),
  v.check(({ email_id, email_address }) => email_id !== undefined || email_address !== undefined, 'email_id or email_address is required'),
)

/** A new address of a member, who gets an email with a link or a code there. */
export const emailUpdate = v.object({
  email_address: emailAddress,
  login_redirect_url: optionalText,
  login_template_id: optionalText,
  locale: optionalText,
  delivery_method: v.optional(v.picklist(['EMAIL_MAGIC_LINK', 'EMAIL_OTP'])),
})
