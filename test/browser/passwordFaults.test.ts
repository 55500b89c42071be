/** Tests the password screens when the provider or the network fails (docs/decisions.md#a-fault-never-leaves-a-dead-screen). */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser } from '../harness/browser.ts'
import * as password from './passwordVisits.ts'
import {
  assertTranslated,
  befall,
  endure,
  mounted,
  opening,
  tagged,
  troubles,
  untimed,
  visiting,
  widget,
  withoutSession,
  words,
} from './troubles.ts'
import { alertOf, until, visible } from './visitors.ts'

test.after(closeBrowser)

const { EMAIL, GOOD, PASSWORDS } = password

visiting('looking up the account: every fault shows a sentence, the input stays, and the next try works', async (arrive) => {
  const visitor = await arrive(mounted(PASSWORDS))
  const { email, continueWithEmail } = widget(visitor.page)
  await email.fill(EMAIL)
  const act = () => continueWithEmail.click()
  await endure(visitor, { route: 'POST /users/search', cases: troubles, act, field: email, kept: EMAIL, button: continueWithEmail })
  await password.title(visitor, words['createAccount.title'])
})

visiting('signing up with a password: the same', async (arrive) => {
  const visitor = await arrive(mounted(PASSWORDS))
  await password.submitEmail(visitor, words)
  const [field, button] = [password.field(visitor), password.button(visitor, words['button.continue'])]
  await field.fill(GOOD)
  await until(() => button.isEnabled(), 'Continue')
  const act = () => button.click()
  await endure(visitor, { route: 'POST /passwords', cases: [...troubles, withoutSession], act, field, kept: GOOD, button })
  await visible(widget(visitor.page).success)
  assert.ok(await visitor.session())
})

visiting('logging in with a password: the same', async (arrive) => {
  const visitor = await arrive(mounted(PASSWORDS))
  password.seeded(visitor, { password: GOOD })
  await password.submitEmail(visitor, words)
  const [field, button] = [password.field(visitor), password.button(visitor, words['button.continue'])]
  await field.fill(GOOD)
  const act = () => button.click()
  await endure(visitor, { route: 'POST /passwords/authenticate', cases: [...troubles, withoutSession], act, field, kept: GOOD, button })
  await visible(widget(visitor.page).success)
})

visiting('forgetting a password: the same, and so is requesting the mail again', async (arrive) => {
  const visitor = await arrive(mounted(PASSWORDS))
  const { page, emulator } = visitor
  password.seeded(visitor, { password: GOOD })
  await password.submitEmail(visitor, words)
  const [field, button] = [password.field(visitor), password.button(visitor, words['button.forgotPassword'])]
  await field.fill('half')
  const route = 'POST /passwords/email/reset/start'
  await endure(visitor, { route, cases: troubles, act: () => button.click(), field, kept: 'half', button })
  await visible(page.getByText(opening('password.forgot.content')))
  const resend = password.button(visitor, tagged('password.didntGetItResend'))
  for (const { name, fault, says } of troubles.filter(({ final }) => !final)) {
    await befall(visitor, route, fault, () => resend.click())
    await until(async () => (await alertOf(page)) === says, `the error of: ${name}`)
    await assertTranslated(visitor, name)
  }
  emulator.faults([])
  await resend.click()
  await visible(page.getByText(words['toast.emailResent']))
})

visiting('a strength check that fails shows a sentence, and Try again repeats it', async (arrive) => {
  const visitor = await arrive(mounted(PASSWORDS))
  const { page, emulator } = visitor
  await password.submitEmail(visitor, words)
  let typed = false
  for (const { name, fault, says } of troubles) {
    await befall(visitor, 'POST /passwords/strength_check', fault, () =>
      typed ? widget(page).tryAgain.click() : password.field(visitor).fill(GOOD),
    )
    typed = true
    await until(async () => (await alertOf(page)) === says, `the error of: ${name}`)
    await assertTranslated(visitor, name)
    assert.is(await password.field(visitor).inputValue(), GOOD)
  }
  emulator.faults([])
  await widget(page).tryAgain.click()
  // Its button is gone.
  assert.ok(await password.field(visitor).evaluate((field) => field === document.activeElement))
  await until(() => password.button(visitor, words['button.continue']).isEnabled(), 'Continue')
})

visiting('setting a new password: every fault shows a sentence, the input stays, and the next try works', async (arrive) => {
  // That page's client has the default timeout.
  const patience = 20_000
  const visitor = await arrive(password.arrangement(undefined, { first: untimed(patience), pages: password.resetPageIn(words) }))
  await password.forget(visitor, words)
  await visitor.page.goto(await password.resetUrl(visitor, 'reset_password'))
  const [field, button] = [password.field(visitor), password.button(visitor, words['button.continue'])]
  await field.fill(`new-${GOOD}`)
  await until(() => button.isEnabled(), 'Continue')
  const cases = [...troubles, withoutSession]
  const act = () => button.click()
  await endure(visitor, { route: 'POST /passwords/email/reset', cases, act, field, kept: `new-${GOOD}`, button, patience })
  await visible(widget(visitor.page).success)
})

test.run()
