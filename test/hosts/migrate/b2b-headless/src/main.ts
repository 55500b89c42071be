import { StytchAPIError, StytchB2BHeadlessClient, type DiscoveredOrganization, type Member } from '@stytch/vanilla-js/b2b/headless'

const app = document.querySelector('#app')!
app.innerHTML = `<form><label>Email <input name="email" type="email"></label><label>Code <input name="code"></label><button>Continue</button><p role="alert"></p></form>`
const form = app.querySelector('form')!
const alert = app.querySelector('p')!

const client = new StytchB2BHeadlessClient('public-token-test-members')

client.self.onChange((member: Member | null) => {
  if (member) app.textContent = `Hello ${member.email_address} of ${client.organization.getSync()?.organization_name}`
})

/** The organization that the visitor is a member of, or a new one. */
const enter = async ([found]: DiscoveredOrganization[]) =>
  found
    ? client.discovery.intermediateSessions.exchange({
        organization_id: found.organization.organization_id,
        session_duration_minutes: 60,
      })
    : client.discovery.organizations.create({ organization_name: 'Analytical Engines', session_duration_minutes: 60 })

let isSent = false
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { email, code } = Object.fromEntries(new FormData(form)) as { email: string; code: string }
  try {
    alert.textContent = ''
    if (isSent) {
      const { discovered_organizations } = await client.otps.email.discovery.authenticate({ email_address: email, code })
      await enter(discovered_organizations)
    } else {
      await client.otps.email.discovery.send({ email_address: email })
      isSent = true
    }
  } catch (error) {
    alert.textContent = error instanceof StytchAPIError ? `Refused: ${error.error_type}` : String(error)
  }
})
