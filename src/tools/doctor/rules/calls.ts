/**
 * What becomes of the visitor's first call, of their log-in, and of the page while the widget
 * appears.
 */
import { finding } from '../codes.ts'
import type { ProviderCall } from '../facts.ts'
import type { Rule } from './rule.ts'
import { redirects } from './redirects.ts'

/**
 * The shift of the whole page that still counts as good is 0.1 (Web Vitals); the widget may take
 * half of it.
 */
const SHIFT = 0.05

/** Calls that no visitor waits for. */
const silent = /^\/(?:events|projects\/bootstrap)\b/

/**
 * Returns whether the answer says that nobody is signed in, which a page on a domain of the
 * project's own asks as it loads.
 */
const saysNobody = ({ path, status }: ProviderCall) => status === 401 && /\/sessions\/authenticate$/.test(path)

/**
 * Returns whether another call has done the same, with the same token or code. React runs effects
 * twice in development, and a token is spent once.
 */
const isDone = (call: ProviderCall, all: readonly ProviderCall[]) =>
  all.some(
    ({ method, path, status = 500, body }) =>
      status < 400 &&
      method === call.method &&
      path === call.path &&
      ['token', 'code'].some((name) => body[name] !== undefined && body[name] === call.body[name]),
  )

export const calls: Rule = (facts, chunks) => {
  const { submitted, troubles, otherTabKnows, shift, link } = facts
  const refusals = facts.calls.filter(
    (call) => !silent.test(call.path) && (call.status ?? 0) >= 400 && !saysNobody(call) && !isDone(call, facts.calls),
  )
  const explained = redirects(facts, chunks).some(({ code }) => code === 'redirect.relative')
  const trials = troubles.map(({ trouble }) => trouble)
  return [
    ...finding(
      'layout.shift',
      shift > SHIFT ? [`${shift.toFixed(2)} (Layout Instability)`] : [],
      'The page moves when the widget appears.',
      'Reserve its height, as the <style> of npx latchkey snippet does, or put the form into the page with --prerender.',
    ),
    ...finding(
      'call.not_sent',
      submitted === false ? ['Enter in the first field'] : [],
      'Submitting the form sends no call.',
      'Take out the handler of the page that stops `submit`, `keydown` or `click` events.',
    ),
    ...finding(
      'call.refused',
      explained ? [] : refusals.map(({ method, path, refusal }) => `${method} ${path}: ${refusal ?? 'refused'}`),
      'The provider refuses a call that this page sends.',
      'docs/guides/errors.md says what each reason means.',
    ),
    ...finding(
      'fault.no_message',
      // a visitor who has lost what they typed has a worse problem
      troubles.filter(({ message, textKept }) => !message && textKept).map(({ trouble }) => trouble),
      `When the first call fails (tried: ${trials.join(', ')}), the visitor reads no message.`,
      'Do not hide [role=alert] and [role=status] of the widget, nor replace its texts with empty ones.',
    ),
    ...finding(
      'fault.text_lost',
      troubles.filter(({ textKept }) => !textKept).map(({ trouble }) => trouble),
      `When the first call fails (tried: ${trials.join(', ')}), what the visitor typed is gone.`,
      'Do not reload the page, mount again or leave the page in onError or latchkey:error: the widget lets the visitor try again.',
    ),
    ...finding(
      'tabs.session',
      otherTabKnows === false ? [link?.url ?? facts.url] : [],
      'A visitor signs in in one tab, and another tab of the site does not know.',
      'Use the same public token and the same cookieOptions on all pages, and do not clear localStorage or cookies.',
    ),
  ]
}
