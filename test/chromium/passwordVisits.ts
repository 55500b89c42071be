/**
 * Steps of visitors with and without a password, for tests of passwords and for tests of all
 * screens.
 */
import { en, type Translation } from '../../src/strings/en.ts'
import { hostPage, PUBLIC_TOKEN, visible, widget, type Arrangement, type Visitor } from './visitors.ts'

export const EMAIL = 'ada@example.com'
export const GOOD = 'fjord-violin-walnut-72'
export const BREACHED = 'correct horse battery staple'
export const PASSWORDS = { products: ['passwords'] }
export const LUDS = { password_config: { luds_complexity: 3, luds_minimum_count: 8 } }

/** The host's page for a new password, at /reset. */
export const resetPage: Arrangement['pages'] = (_, provider) => ({
  '/reset': {
    html: hostPage(
      `<main><h1>A host</h1><div id="login"></div></main><script type="module">
      import { LatchkeyClient } from '/embed/widget.js'
      const passwordResetToken = new URLSearchParams(location.search).get('token')
      window.mount = () => new LatchkeyClient('${PUBLIC_TOKEN}', { customBaseUrl: '${provider}' }).mountResetPassword({ elementId: '#login', passwordResetToken })
      Object.assign(window, { mounted: window.mount(), props: {} })
    </script>`,
    ),
  },
})

export const arrangement = (config: Record<string, unknown> = PASSWORDS, more: Arrangement = {}): Arrangement => ({
  config,
  html: (tag) => hostPage(`<main><h1>A host</h1><div id="login"></div></main>${tag}`),
  pages: resetPage,
  ...more,
})

export const field = ({ page }: Visitor) => page.locator('#password-input')
export const title = ({ page }: Visitor, name: string) => visible(page.getByRole('heading', { name, exact: true }))
export const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name: name.replace(/\s/g, ' '), exact: true })

export const seeded = (visitor: Visitor, more: object = {}) => visitor.emulator.seed({ users: [{ emails: [{ email: EMAIL }], ...more }] })

export const submitEmail = async ({ page }: Visitor, words: Translation = en) => {
  await widget(page, words).email.fill(EMAIL)
  await widget(page, words).continueWithEmail.click()
}

export const submitPassword = async (visitor: Visitor, password: string) => {
  await field(visitor).fill(password)
  await button(visitor, 'Continue').click()
}

/** The URL of the host's reset page with the reset mail's token. */
export const resetUrl = async (visitor: Visitor, type: 'reset_password' | 'login', count = 1) => {
  const token = new URL((await visitor.message(count)).url!).searchParams.get('token')
  return `${visitor.site}/reset?a=%20b&token=${token}&stytch_token_type=${type}`
}

/** Requests a reset mail as a visitor with a password. */
export const forget = async (visitor: Visitor) => {
  seeded(visitor, { password: GOOD })
  await submitEmail(visitor)
  await button(visitor, en['button.forgotPassword']).click()
  await visible(visitor.page.getByText(en['password.forgot.content'].split(' <')[0]!))
}
