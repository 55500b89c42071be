/**
 * Uses the widget as a visitor does: submits its first form while the provider fails, then signs
 * in, and looks whether another tab knows.
 */
import type { BrowserContext, Frame, Page } from 'playwright-core'
import type { Facts, LinkFacts, TroubleFacts } from './facts.ts'
import { limits, waitFor } from './limits.ts'
import { VISITOR, type EmulatedProvider } from './provider.ts'
import type { Watch } from './watch.ts'

/** What goes wrong with the first call, one after the other. */
const troubles = [
  {
    trouble: '429',
    fault: { status: 429, body: { status_code: 429, error_type: 'too_many_requests', error_message: 'Too many requests.' } },
  },
  { trouble: '502', fault: { status: 502, body: '<h1>Bad gateway</h1>' } },
  { trouble: 'offline', fault: { drop: true } },
] as const

/** Returns whether a client of any frame knows of a session. Undefined if there is no client. */
const sessionIn = async (page: Page) => {
  const answers = await Promise.all(page.frames().map((frame) => frame.evaluate(readSession).catch(() => undefined)))
  return answers.includes(true) || (answers.includes(false) ? false : undefined)
}

/** What was seen, and what could not be tried, with the reason. */
interface FirstCall extends Pick<Facts, 'submitted' | 'troubles' | 'link' | 'otherTabKnows'> {
  notChecked: Record<string, string>
}

/** Runs in the page: the text that the visitor reads about a failure. */
function readMessage(): string {
  const { all, isVisible } = window.latchkeyDoctor
  const messages = all('.lk :is([role=alert], [role=status])').filter((element) => element.textContent?.trim() && isVisible(element))
  return messages.map((element) => element.textContent!.trim()).join(' ')
}

/** Runs in a frame: whether a client knows of a session. Undefined if there is no client. */
function readSession(): boolean | undefined {
  type Registry = { sessions?: Map<string, { cores: Set<{ status: { now: { session?: object } } }> }> }
  const registry = (window as unknown as Record<symbol, Registry | undefined>)[Symbol.for('latchkey')]
  const cores = [...(registry?.sessions?.values() ?? [])].flatMap((session) => [...session.cores])
  return cores.length > 0 ? cores.some(({ status }) => status.now.session) : undefined
}

interface Visit {
  page: Page
  frame: Frame
  context: BrowserContext
  provider: EmulatedProvider
  watch: Watch
  /** Waits until the widget can be used. */
  ready: () => Promise<unknown>
}

/**
 * Waits for something that the page does. Resolves with undefined if the page is quiet without it,
 * or if the time is up.
 */
const awaitDeed = async <Answer>({ watch }: Pick<Visit, 'watch'>, ask: () => Answer | Promise<Answer>): Promise<Answer | undefined> => {
  const since = Date.now()
  const isIdle = () => Date.now() - since > limits.quiet && watch.isQuiet(limits.quiet)
  await waitFor(async () => isIdle() || (await ask()))
  return waitFor(ask, 0)
}

const fieldIn = (frame: Frame) => frame.locator('.lk form input:visible').first()

/** Calls of the visitor, not those that the page makes by itself. */
const visitorsCalls = ({ calls }: EmulatedProvider) => calls.filter(({ method, path }) => method !== 'GET' && path !== '/events')

/** Presses Enter in the first field. Resolves with whether a call was sent and answered. */
const submit = async (visit: Visit) => {
  const { frame, provider } = visit
  const before = visitorsCalls(provider).length
  await fieldIn(frame).press('Enter', { timeout: limits.step })
  const sent = await awaitDeed(visit, () => visitorsCalls(provider).length > before)
  if (sent) await waitFor(() => frame.evaluate(() => window.latchkeyDoctor.all('.lk [aria-busy=true]').length === 0))
  return !!sent
}

/** Types what the first field asks for. Resolves with the field's own spelling of it. */
const type = async (frame: Frame) => {
  const field = fieldIn(frame)
  const isPhone = (await field.getAttribute('type')) === 'tel'
  if (isPhone) {
    await field.fill('')
    await field.pressSequentially(VISITOR.phone)
  } else await field.fill(VISITOR.email)
  return field.inputValue()
}

/**
 * Reads the first field, which still has to hold what was typed. A page that has loaded again, or
 * mounted again, has a new field.
 */
const textNow = async ({ frame, ready }: Visit, text: string) => {
  const read = () =>
    fieldIn(frame)
      .inputValue({ timeout: limits.message })
      .catch(() => '')
  const value = await read()
  if (value === text) return value
  await ready()
  return read()
}

const fail = async (visit: Visit): Promise<Pick<Facts, 'submitted' | 'troubles'>> => {
  const { frame, provider } = visit
  const results: TroubleFacts[] = []
  let text = await type(frame)
  for (const { trouble, fault } of troubles) {
    provider.emulator.faults([{ route: 'POST /*', ...fault }])
    if (!(await submit(visit))) return { submitted: false, troubles: [] }
    const message = await waitFor(() => frame.evaluate(readMessage), limits.message)
    const value = await textNow(visit, text)
    results.push({ trouble, message: message ?? '', textKept: value === text })
    if ((await fieldIn(frame).count()) === 0) break
    if (value !== text) text = await type(frame)
  }
  provider.emulator.faults([])
  return { submitted: true, troubles: results }
}

const openLink = async (visit: Visit, url: string): Promise<LinkFacts> => {
  const { context, watch, page } = visit
  const tab = await context.newPage()
  const response = await tab.goto(url, { waitUntil: 'domcontentloaded', timeout: limits.page }).catch(() => null)
  const status = response?.status() ?? watch.statusOf(url)
  // the address before a script of the page could change it
  const isLost = response !== null && !new URL(response.url()).searchParams.has('token')
  const isThere = (status ?? 200) < 400 && !isLost
  // with `authenticateByUrl: 'press'`, the default with a backend, the visitor spends the token
  const press = tab.locator('.lk:not(:has(form)) .lk-primary').first()
  const spent =
    isThere &&
    (await awaitDeed(visit, async () => {
      if (await press.isVisible()) await press.click().catch(() => {})
      return !new URL(tab.url()).searchParams.has('token')
    }))
  await page.bringToFront()
  return { url: url.replace(/(token=)[^&]*/, '$1...'), status, ...(isLost && { lostAt: response.url() }), tokenStays: !spent }
}

/**
 * Signs in. Resolves with the link that was opened, if the product works with links, or with why
 * that is not possible here.
 */
const signIn = async (visit: Visit): Promise<{ link?: LinkFacts; signedIn: boolean; why?: string }> => {
  const { page, frame, provider } = visit
  const { emulator } = provider
  const origin = new URL(frame.url()).origin
  if (!(await submit(visit))) return { signedIn: false, why: 'no call was sent' }
  if ((visitorsCalls(provider).at(-1)?.status ?? 0) >= 400) return { signedIn: false, why: 'the provider refuses the call' }
  const password = frame.locator('.lk input[type=password]:visible').first()
  const next = await awaitDeed(visit, async () => emulator.outbox().at(-1) ?? ((await password.count()) > 0 ? 'password' : undefined))
  if (!next) return { signedIn: false, why: 'the form leads to no message and to no password' }
  if (next === 'password') {
    await password.fill(VISITOR.password)
    await password.press('Enter')
  } else if (next.url) {
    if (new URL(next.url).origin !== origin) return { signedIn: false, why: `the link leads to ${new URL(next.url).origin}` }
    const link = await openLink(visit, next.url)
    return { link, signedIn: !link.tokenStays && (link.status ?? 200) < 400, why: 'the link signs nobody in' }
  } else {
    const field = frame.locator('.lk input[autocomplete=one-time-code]').first()
    await field.focus({ timeout: limits.step })
    await page.keyboard.type(next.code!)
  }
  const done = await awaitDeed(visit, () => provider.calls.some(({ path, status }) => /\/authenticate$/.test(path) && status === 200))
  return { signedIn: !!done, why: 'the log-in did not end' }
}

/** Returns the result of a check in which no first calls are tried. */
export const noCall = (why: string): FirstCall => ({ troubles: [], notChecked: { 'first call': why, 'redirect page': why, tabs: why } })

export const tryFirstCalls = async (visit: Visit): Promise<FirstCall> => {
  const { context, frame, page } = visit
  const field = fieldIn(frame)
  const reason =
    (await field.count()) === 0 ? 'the first screen has no form' : !(await field.isEditable()) && 'the first field cannot be edited'
  if (reason) return noCall(reason)
  const facts = await fail(visit)
  if (!facts.submitted) return { ...facts, notChecked: { 'redirect page': 'no call was sent', tabs: 'no call was sent' } }
  if ((await field.count()) === 0) return { ...facts, notChecked: { 'redirect page': 'the form is gone', tabs: 'the form is gone' } }
  // before the log-in, as a visitor has it open; with a link, the first tab is the other one
  const other = await context.newPage()
  await other.goto(page.url(), { waitUntil: 'domcontentloaded', timeout: limits.page })
  const hasClient = await awaitDeed(visit, async () => (await sessionIn(other)) !== undefined)
  await page.bringToFront()
  const { link, signedIn, why } = await signIn(visit)
  const notChecked = {
    ...(!link && { 'redirect page': why && !signedIn ? why : 'no link was sent' }),
    ...((!signedIn || !hasClient) && { tabs: signedIn ? 'the other tab has no client' : why! }),
  }
  if (!signedIn || !hasClient) return { ...facts, link, notChecked }
  const knows = await awaitDeed(visit, async () => (await sessionIn(other)) !== false)
  return { ...facts, link, otherTabKnows: !!knows, notChecked }
}
