import { client } from './logOut.js'

const refusals = {
  EMAIL_VERIFICATION_REQUIRED: 'Confirm your address first: log out, and log in with the link of a mail.',
  INVALID_PASSWORD: 'This is not your password.',
  INVALID_CODE: 'This code is not right, or it has been used. Wait for the next one.',
}

/**
 * Calls Better Auth. Where there is a bundler, `better-auth/client` makes the same calls
 * (examples/own-server-next).
 */
const call = async (route, body) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`/api/auth${route}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return answer
  if (response.status === 429) throw new Error('That was too often. Please try again later.')
  throw new Error(refusals[answer.code] ?? answer.message ?? 'That did not work. Please try again.')
}

const find = (selector) => document.querySelector(selector)

const showBackup = (codes) => {
  const items = codes.map((code) => Object.assign(document.createElement('li'), { textContent: code }))
  find('#backup ul').replaceChildren(...items)
  find('#backup').hidden = false
}

/** What each form does. The result is what it says then. */
const acts = {
  async choose({ email }) {
    await client.passwords.resetByEmailStart({ email, reset_password_redirect_url: `${location.origin}/` })
    return 'The mail is on its way.'
  },
  async change({ currentPassword, newPassword }) {
    await call('/change-password', { currentPassword, newPassword, revokeOtherSessions: true })
    return 'The password is changed, and all other devices are logged out.'
  },
  async enable({ password }) {
    const { totpURI, backupCodes } = await call('/two-factor/enable', { password })
    find('#enable').hidden = true
    find('#verify').hidden = false
    find('#verify a').href = totpURI
    find('#verify code').textContent = new URL(totpURI).searchParams.get('secret')
    find('#verify [name=code]').focus()
    showBackup(backupCodes)
  },
  async verify({ code }) {
    await call('/two-factor/verify-totp', { code })
    find('#verify label').hidden = find('#verify button').hidden = true
    return 'It is on: after your password, you enter a code of your app.'
  },
  async codes({ password }) {
    showBackup((await call('/two-factor/generate-backup-codes', { password })).backupCodes)
    return 'The earlier codes no longer work.'
  },
  async disable({ password }) {
    await call('/two-factor/disable', { password })
    location.reload()
  },
}

for (const form of document.forms)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const status = form.querySelector('[role=status]')
    const button = form.querySelector('button')
    const values = Object.fromEntries(new FormData(form))
    button.disabled = true
    try {
      status.textContent = (await acts[form.id](values)) ?? ''
      form.reset()
    } catch (error) {
      status.textContent = error.message
    }
    button.disabled = false
  })
