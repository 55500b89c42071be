/**
 * Members of organizations sign in through the provider's own SDK, with and without its screens, on
 * the emulator as `latchkey dev` starts it.
 */
import { TOTP } from 'otpauth'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { SeedMember, SeedOrganization } from '../../../src/tools/emulator/index.ts'
import { until } from '../../chromium/visitors.ts'
import { closeBrowser } from '../../harness/browser.ts'
import { memberClients, memberFlows } from './flows.ts'
import { consent, open, testFlows, tokenIn, visiting, type Host, type Visitor } from './visitors.ts'

const test = suite("members, with the provider's own SDK")
const email = 'ada@example.com'
const phone = '+14155550100'
const password = 'vRIQomL!faE2S44s'

let host: Host
test.before(async () => {
  host = await open(memberClients)
})
test.after(async () => {
  await host.close()
  await closeBrowser()
})

/** Seeds an organization with one member. Resolves with the ids by which calls name them. */
const acme = async (member: Partial<SeedMember> = {}, policy: Partial<SeedOrganization> = {}) => {
  const members = [{ email_address: email, roles: ['stytch_admin'], ...member }]
  const { organizations } = await host.seed({
    organizations: [{ organization_name: 'Acme', organization_slug: 'acme', ...policy, members }],
  })
  const { organization_id, members: planted } = organizations[0]!
  return { organization_id, member_id: planted[0]!.member_id }
}

/** The member whom the page shows as signed in, confirmed by the server's half of the API. */
const signedIn = async (visitor: Visitor, name = 'Acme') => {
  const member_id = await visitor.signedIn()
  const { member, organization } = await host.members.sessions.authenticate({ session_token: await visitor.sessionToken() })
  assert.equal([member.member_id, member.email_address, organization.organization_name], [member_id, email, name])
}

const config = ({ url }: Visitor, authFlowType: 'Discovery' | 'Organization', product: string) => {
  const urls = { loginRedirectURL: url, signupRedirectURL: url, discoveryRedirectURL: url }
  return {
    screen: 'login' as const,
    config: {
      authFlowType,
      organizationSlug: authFlowType === 'Organization' ? 'acme' : null,
      products: [product],
      sessionOptions: { sessionDurationMinutes: 30 },
      emailMagicLinksOptions: urls,
      ssoOptions: urls,
      oauthOptions: { ...urls, providers: ['github'] },
      passwordOptions: { ...urls, resetPasswordRedirectURL: url },
    },
  }
}

const onEmailForm = async (visitor: Visitor) => {
  await visitor.type(/email/i, email)
  await visitor.press(/^Continue( with email)?$/)
}

const onCodeScreen = async ({ page }: Visitor, code: string) => {
  const field = page.getByRole('textbox').first()
  // The field of the screen before has text in it.
  await until(async () => (await field.inputValue()) === '', 'the field for the code')
  await field.click()
  await page.keyboard.type(code)
}

const onPasswordField = async ({ page, press }: Visitor, text = password) => {
  await page.locator('input[type=password]').fill(text)
  await press('Continue')
}

const choose = ({ page }: Visitor) => page.getByText('Acme', { exact: true }).click()

/** The member chooses themselves on the page that stands in for a provider. */
const onStandIn = async (visitor: Visitor) => {
  await visitor.type('Someone else', email)
  await visitor.press(/^(Allow|Continue)$/)
}

const minutes = 'session_duration_minutes: 30'

const logIn = async (visitor: Visitor) => {
  const { organization_id } = await acme({ password })
  await visitor.arrive({ screen: 'nothing' })
  await visitor.run(
    `client.passwords.authenticate({ organization_id: '${organization_id}', email_address: '${email}', password: '${password}', ${minutes} })`,
  )
  return organization_id
}

/** An administrator connects Acme to an identity provider. Resolves with the connection's id. */
const connect = async (visitor: Visitor): Promise<string> => {
  await logIn(visitor)
  const connection_id = await visitor.run(
    `client.sso.saml.createConnection({ display_name: 'Okta', identity_provider: 'okta' }).then((made) => made.connection.connection_id)`,
  )
  await visitor.page.context().clearCookies()
  return connection_id
}

const mfa = { mfa_policy: 'REQUIRED_FOR_ALL' as const }

type Work = Record<keyof typeof memberFlows, (visitor: Visitor) => Promise<unknown>>

const onScreens: Work = {
  'Discovery, email link': async (visitor) => {
    await acme()
    await visitor.arrive(config(visitor, 'Discovery', 'emailMagicLinks'))
    await onEmailForm(visitor)
    await visitor.openLink()
    await choose(visitor)
    await signedIn(visitor)
  },
  'Discovery, code by email': async (visitor) => {
    await acme()
    await visitor.arrive(config(visitor, 'Discovery', 'emailOtp'))
    await onEmailForm(visitor)
    await onCodeScreen(visitor, (await visitor.message()).code!)
    await choose(visitor)
    await signedIn(visitor)
  },
  'Discovery, password': async (visitor) => {
    await acme({ password })
    await visitor.arrive(config(visitor, 'Discovery', 'passwords'))
    await visitor.type(/email/i, email)
    await onPasswordField(visitor)
    await choose(visitor)
    await signedIn(visitor)
  },
  'Discovery, password reset': async (visitor) => {
    await acme({ password })
    await visitor.arrive(config(visitor, 'Discovery', 'passwords'))
    await visitor.page.getByText('Sign up or reset password').click()
    await onEmailForm(visitor)
    await visitor.openLink()
    await onPasswordField(visitor, `${password}2`)
    await choose(visitor)
    await signedIn(visitor)
  },
  'Discovery, OAuth': async (visitor) => {
    await acme()
    await visitor.arrive(config(visitor, 'Discovery', 'oauth'))
    await visitor.press('Continue with GitHub')
    await onStandIn(visitor)
    await choose(visitor)
    await signedIn(visitor)
  },
  'Discovery, SSO': async (visitor) => {
    await connect(visitor)
    await visitor.arrive(config(visitor, 'Discovery', 'sso'))
    await visitor.press(/sso|single sign-on/i)
    await onEmailForm(visitor)
    await onStandIn(visitor)
    await signedIn(visitor)
  },
  'Discovery, new organization': async (visitor) => {
    await host.project({ create_organization_enabled: true })
    await visitor.arrive(config(visitor, 'Discovery', 'emailMagicLinks'))
    await onEmailForm(visitor)
    await visitor.openLink()
    await visitor.press(/create/i)
    await signedIn(visitor, "ada's organization")
  },
  'Organization, email link': async (visitor) => {
    await acme()
    await visitor.arrive(config(visitor, 'Organization', 'emailMagicLinks'))
    await onEmailForm(visitor)
    await visitor.openLink()
    await signedIn(visitor)
  },
  'Organization, code by email': async (visitor) => {
    await acme()
    await visitor.arrive(config(visitor, 'Organization', 'emailOtp'))
    await onEmailForm(visitor)
    await onCodeScreen(visitor, (await visitor.message()).code!)
    await signedIn(visitor)
  },
  'Organization, password': async (visitor) => {
    await acme({ password })
    await visitor.arrive(config(visitor, 'Organization', 'passwords'))
    await onEmailForm(visitor)
    await onPasswordField(visitor)
    await signedIn(visitor)
  },
  'Organization, password reset': async (visitor) => {
    await acme({ password })
    await visitor.arrive(config(visitor, 'Organization', 'passwords'))
    await onEmailForm(visitor)
    await visitor.page
      .getByText(/forgot|reset/i)
      .first()
      .click()
    await visitor.press('Continue')
    await visitor.openLink()
    await onPasswordField(visitor, `${password}2`)
    await signedIn(visitor)
  },
  'Organization, OAuth': async (visitor) => {
    await acme()
    await visitor.arrive(config(visitor, 'Organization', 'oauth'))
    await visitor.press('Continue with GitHub')
    await onStandIn(visitor)
    await signedIn(visitor)
  },
  'Organization, SSO': async (visitor) => {
    await connect(visitor)
    await visitor.arrive(config(visitor, 'Organization', 'sso'))
    await visitor.press(/okta/i)
    await onStandIn(visitor)
    await signedIn(visitor)
  },
  'MFA by SMS': async (visitor) => {
    await acme({ password }, mfa)
    await visitor.arrive(config(visitor, 'Organization', 'passwords'))
    await onEmailForm(visitor)
    await onPasswordField(visitor)
    await visitor.press('Text me a code')
    const field = visitor.page.getByRole('textbox')
    await field.fill(phone.slice(2))
    await until(async () => /\D/.test(await field.inputValue()), 'a formatted number')
    await visitor.press('Continue')
    await onCodeScreen(visitor, (await visitor.message()).code!)
    await signedIn(visitor)
  },
  'MFA by authenticator app, then by recovery code': async (visitor) => {
    await acme({ password }, mfa)
    const begin = async () => {
      await visitor.arrive(config(visitor, 'Organization', 'passwords'))
      await onEmailForm(visitor)
      await onPasswordField(visitor)
    }
    await begin()
    await visitor.press(/authenticator app/i)
    await visitor.press(/trouble scanning/i)
    const shown = visitor.page.getByText(/^([a-z2-7]{4}\s?){8}$/)
    const secret = (await shown.last().innerText()).replace(/\s/g, '').toUpperCase()
    await visitor.press('Continue')
    await onCodeScreen(visitor, new TOTP({ secret }).generate())
    const recovery = await visitor.page.getByRole('listitem').first().innerText()
    await visitor.press('Done')
    await signedIn(visitor)
    await visitor.page.context().clearCookies()
    await begin()
    await visitor.page.getByText('Use a backup code').click()
    await until(async () => (await visitor.page.getByRole('textbox').count()) === 1, 'the field for the recovery code')
    await visitor.page.getByRole('textbox').fill(recovery.trim())
    await visitor.press(/^(Continue|Done)$/)
    await signedIn(visitor)
  },
  consent: (visitor) =>
    consent(visitor, async () => {
      await logIn(visitor)
      await signedIn(visitor)
    }),
}

/** Calls a method of the client with this argument. */
const call = ({ run }: Visitor, method: string, given: object) => run(`client.${method}(${JSON.stringify(given)})`)

const duration = { session_duration_minutes: 30 }

/** Enters Acme after discovery. */
const enter = async (visitor: Visitor, organization_id: string) => {
  const { discovered_organizations } = await visitor.run('client.discovery.organizations.list()')
  assert.equal(
    discovered_organizations.map((found: any) => found.organization.organization_id),
    [organization_id],
  )
  await call(visitor, 'discovery.intermediateSessions.exchange', { organization_id, ...duration })
  await signedIn(visitor)
}

const withoutScreens: Omit<Work, 'consent'> = {
  'Discovery, email link': async (visitor) => {
    const { organization_id } = await acme()
    await visitor.arrive({ screen: 'nothing' })
    await call(visitor, 'magicLinks.email.discovery.send', { email_address: email, discovery_redirect_url: visitor.url })
    await visitor.openLink()
    await call(visitor, 'magicLinks.discovery.authenticate', { discovery_magic_links_token: await tokenIn(visitor) })
    await enter(visitor, organization_id)
  },
  'Discovery, code by email': async (visitor) => {
    const { organization_id } = await acme()
    await visitor.arrive({ screen: 'nothing' })
    await call(visitor, 'otps.email.discovery.send', { email_address: email })
    const { code } = await visitor.message()
    await call(visitor, 'otps.email.discovery.authenticate', { email_address: email, code })
    await enter(visitor, organization_id)
  },
  'Discovery, password': async (visitor) => {
    const { organization_id } = await acme({ password })
    await visitor.arrive({ screen: 'nothing' })
    await call(visitor, 'passwords.discovery.authenticate', { email_address: email, password })
    await enter(visitor, organization_id)
  },
  'Discovery, password reset': async (visitor) => {
    const { organization_id } = await acme({ password })
    await visitor.arrive({ screen: 'nothing' })
    const urls = { discovery_redirect_url: visitor.url, reset_password_redirect_url: visitor.url }
    await call(visitor, 'passwords.discovery.resetByEmailStart', { email_address: email, ...urls })
    await visitor.openLink()
    await call(visitor, 'passwords.discovery.resetByEmail', { password_reset_token: await tokenIn(visitor), password: `${password}2` })
    await enter(visitor, organization_id)
  },
  'Discovery, OAuth': async (visitor) => {
    const { organization_id } = await acme()
    await visitor.arrive({ screen: 'nothing' })
    await visitor.run(`void client.oauth.github.discovery.start({ discovery_redirect_url: '${visitor.url}' })`)
    await onStandIn(visitor)
    await call(visitor, 'oauth.discovery.authenticate', { discovery_oauth_token: await tokenIn(visitor) })
    await enter(visitor, organization_id)
  },
  'Discovery, SSO': async (visitor) => {
    await connect(visitor)
    await visitor.arrive({ screen: 'nothing' })
    const { connections } = await visitor.run(`client.sso.discoverConnections('${email}')`)
    await startSso(visitor, connections[0].connection_id)
  },
  'Discovery, new organization': async (visitor) => {
    await host.project({ create_organization_enabled: true })
    await visitor.arrive({ screen: 'nothing' })
    await call(visitor, 'magicLinks.email.discovery.send', { email_address: email, discovery_redirect_url: visitor.url })
    await visitor.openLink()
    await call(visitor, 'magicLinks.discovery.authenticate', { discovery_magic_links_token: await tokenIn(visitor) })
    await call(visitor, 'discovery.organizations.create', { organization_name: 'Ada & Co', organization_slug: 'ada', ...duration })
    await signedIn(visitor, 'Ada & Co')
  },
  'Organization, email link': async (visitor) => {
    const { organization_id } = await acme()
    await visitor.arrive({ screen: 'nothing' })
    const urls = { login_redirect_url: visitor.url, signup_redirect_url: visitor.url }
    await call(visitor, 'magicLinks.email.loginOrSignup', { organization_id, email_address: email, ...urls })
    await visitor.openLink()
    await call(visitor, 'magicLinks.authenticate', { magic_links_token: await tokenIn(visitor), ...duration })
    await signedIn(visitor)
  },
  'Organization, code by email': async (visitor) => {
    const { organization_id } = await acme()
    await visitor.arrive({ screen: 'nothing' })
    await call(visitor, 'otps.email.loginOrSignup', { organization_id, email_address: email })
    const { code } = await visitor.message()
    await call(visitor, 'otps.email.authenticate', { organization_id, email_address: email, code, ...duration })
    await signedIn(visitor)
  },
  'Organization, password': async (visitor) => {
    await logIn(visitor)
    await signedIn(visitor)
  },
  'Organization, password reset': async (visitor) => {
    const { organization_id } = await acme({ password })
    await visitor.arrive({ screen: 'nothing' })
    const urls = { login_redirect_url: visitor.url, reset_password_redirect_url: visitor.url }
    await call(visitor, 'passwords.resetByEmailStart', { organization_id, email_address: email, ...urls })
    await visitor.openLink()
    await call(visitor, 'passwords.resetByEmail', { password_reset_token: await tokenIn(visitor), password: `${password}2`, ...duration })
    await signedIn(visitor)
  },
  'Organization, OAuth': async (visitor) => {
    const { organization_id } = await acme()
    await visitor.arrive({ screen: 'nothing' })
    const urls = { login_redirect_url: visitor.url, signup_redirect_url: visitor.url }
    await visitor.run(`void client.oauth.github.start(${JSON.stringify({ organization_id, ...urls })})`)
    await onStandIn(visitor)
    await call(visitor, 'oauth.authenticate', { oauth_token: await tokenIn(visitor), ...duration })
    await signedIn(visitor)
  },
  'Organization, SSO': async (visitor) => {
    const connection_id = await connect(visitor)
    await visitor.arrive({ screen: 'nothing' })
    await startSso(visitor, connection_id)
  },
  'MFA by SMS': async (visitor) => {
    const { organization_id, member_id } = await acme({ password }, mfa)
    await visitor.arrive({ screen: 'nothing' })
    const first = await call(visitor, 'passwords.authenticate', { organization_id, email_address: email, password, ...duration })
    assert.is(first.member_authenticated, false)
    await call(visitor, 'otps.sms.send', { organization_id, member_id, mfa_phone_number: phone })
    const { code } = await visitor.message()
    await call(visitor, 'otps.sms.authenticate', { organization_id, member_id, code, ...duration })
    await signedIn(visitor)
  },
  'MFA by authenticator app, then by recovery code': async (visitor) => {
    const { organization_id, member_id } = await acme({ password }, mfa)
    const who = { organization_id, member_id }
    const credentials = { organization_id, email_address: email, password, ...duration }
    await visitor.arrive({ screen: 'nothing' })
    await call(visitor, 'passwords.authenticate', credentials)
    const { secret, recovery_codes } = await call(visitor, 'totp.create', who)
    await call(visitor, 'totp.authenticate', { ...who, code: new TOTP({ secret }).generate(), ...duration })
    await signedIn(visitor)
    await visitor.run('client.session.revoke()')
    await call(visitor, 'passwords.authenticate', credentials)
    await call(visitor, 'recoveryCodes.recover', { ...who, recovery_code: recovery_codes[0], ...duration })
    await signedIn(visitor)
  },
}

/** Signs in by this connection. */
const startSso = async (visitor: Visitor, connection_id: string) => {
  const urls = { login_redirect_url: visitor.url, signup_redirect_url: visitor.url }
  await visitor.run(`void client.sso.start(${JSON.stringify({ connection_id, ...urls })})`)
  await onStandIn(visitor)
  await call(visitor, 'sso.authenticate', { sso_token: await tokenIn(visitor), ...duration })
  await signedIn(visitor)
}

testFlows(test, 'members', memberFlows, memberClients, (name, client) =>
  visiting(host, client, (visitor) => {
    const work: Partial<Work> = client.endsWith('headless') ? withoutScreens : onScreens
    return work[name]!(visitor).then(() => {})
  }),
)

test.run()
