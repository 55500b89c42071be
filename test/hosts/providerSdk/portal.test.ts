/**
 * A member manages their organization on the four screens of the provider's Admin Portal, on the
 * emulator as `latchkey dev` starts it.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../chromium/visitors.ts'
import { closeBrowser } from '../../harness/browser.ts'
import { portalClients, portalFlows } from './flows.ts'
import type { PortalScreen } from './page.ts'
import { open, testFlows, visiting, type Host, type Visitor } from './visitors.ts'

const test = suite("the provider's Admin Portal")
const email = 'ada@example.com'

let host: Host
test.before(async () => {
  host = await open(portalClients)
})
test.after(async () => {
  await host.close()
  await closeBrowser()
})

/** Opens a screen as an administrator of Acme. Returns the id of the organization. */
const enter = async (visitor: Visitor, screen: PortalScreen) => {
  const { organizations } = await host.seed({
    organizations: [
      {
        organization_name: 'Acme',
        members: [
          { email_address: email, roles: ['stytch_admin'], name: 'Ada' },
          { email_address: 'bob@example.com', name: 'Bob' },
        ],
      },
    ],
  })
  const { session_token, session_jwt } = await host.signIn({ email, organization: 'Acme' })
  await visitor.page.context().addCookies([
    { name: 'stytch_session', value: session_token, url: host.site },
    { name: 'stytch_session_jwt', value: session_jwt, url: host.site },
  ])
  await visitor.arrive({ screen })
  await visitor.signedIn()
  return organizations[0]!.organization_id
}

/** Chooses an entry of a list that the screen opens. */
const choose = async ({ page }: Visitor, name: string) => {
  await page.getByRole('combobox').first().click()
  await page.getByRole('menuitem', { name }).first().click()
}

const flows: Record<keyof typeof portalFlows, (visitor: Visitor) => Promise<void>> = {
  settings: async (visitor) => {
    const organization_id = await enter(visitor, 'settings')
    const { page } = visitor
    await page.getByText('Acme', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Edit' }).first().click()
    await page.getByPlaceholder('Enter Name').fill('Acme Inc.')
    await visitor.press('Save')
    await visitor.press('Save changes')
    const named = async () => (await host.members.organizations.get({ organization_id })).organization.organization_name === 'Acme Inc.'
    await until(named, 'the name is saved')
    await page.getByText('Acme Inc.', { exact: true }).first().waitFor()
    // the second section: whether members can be invited
    await page.getByRole('button', { name: 'Edit' }).nth(2).click()
    await page.getByText('Allow members to be invited by email').click()
    await visitor.press('Save')
    await visitor.press('Save changes')
    const closed = async () => (await host.members.organizations.get({ organization_id })).organization.email_invites === 'NOT_ALLOWED'
    await until(closed, 'the invitations are saved')
  },
  members: async (visitor) => {
    const organization_id = await enter(visitor, 'members')
    const { page } = visitor
    await page.getByRole('row', { name: /Bob bob@example.com/ }).waitFor()
    await page.getByPlaceholder('Search by email').fill('bob')
    await page.getByRole('row', { name: /ada@example.com/ }).waitFor({ state: 'detached' })
    await page.getByPlaceholder('Search by email').fill('')
    // until then, the screen searches for the old text, also after an invitation
    await page.getByRole('row', { name: /ada@example.com/ }).waitFor()
    await visitor.press('Invite')
    await visitor.type('Email address', 'eve@example.com')
    await page
      .getByRole('button', { name: /^(Send )?invite/i })
      .last()
      .click()
    assert.is((await visitor.message()).to, 'eve@example.com')
    await page.getByRole('row', { name: /eve@example.com/ }).waitFor()
    const { members } = await host.members.organizations.members.search({ organization_ids: [organization_id] })
    assert.equal(members.map(({ email_address, status }) => `${email_address} ${status}`).sort(), [
      'ada@example.com active',
      'bob@example.com active',
      'eve@example.com invited',
    ])
  },
  'SSO connections': async (visitor) => {
    const organization_id = await enter(visitor, 'SSO connections')
    await visitor.press(/new connection/i)
    await visitor.type('Text', 'Our directory')
    await choose(visitor, 'Okta SAML')
    await visitor.press('Create')
    const made = async () => (await host.members.sso.getConnections({ organization_id })).saml_connections[0]
    assert.is((await until(made, 'the connection is saved'))!.display_name, 'Our directory')
    await visitor.page.getByText('Our directory').first().waitFor()
  },
  'SCIM connection': async (visitor) => {
    const organization_id = await enter(visitor, 'SCIM connection')
    await visitor.press(/new connection|create/i)
    await choose(visitor, 'Okta')
    await visitor.type('Display name', 'Our directory')
    await visitor.press('Create')
    // the server's SDK rejects as long as there is none
    const made = () =>
      host.members.scim.connection.get({ organization_id }).then(
        ({ connection }) => connection,
        ({ error_type }) => assert.is(error_type, 'no_active_scim_connection'),
      )
    assert.is((await until(made, 'the connection is saved'))!.display_name, 'Our directory')
  },
}

/** The pictures in the SDK's explanations of identity providers, which come from its maker. */
const pictures = /sdk-assets\/admin-portal\/[\w.-]+\.png/

testFlows(test, 'Admin Portal', portalFlows, portalClients, (name, client) => visiting(host, client, flows[name], pictures))

test.run()
