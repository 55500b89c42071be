/**
 * Makes the calls of calls.ts fail, with the hands and the eyes of a visitor: in a document
 * (test/harness/showState.ts) or in a browser (test/chromium/callFaults.test.ts).
 */
import * as assert from 'uvu/assert'
import type { CallRules } from '../../src/api/call.ts'
import * as connectedApps from '../../src/api/connectedApps.ts'
import * as cryptoWallets from '../../src/api/cryptoWallets.ts'
import * as idp from '../../src/api/idp.ts'
import * as magicLinks from '../../src/api/magicLinks.ts'
import * as otps from '../../src/api/otps.ts'
import * as passwords from '../../src/api/passwords.ts'
import * as totps from '../../src/api/totps.ts'
import * as userChanges from '../../src/api/userChanges.ts'
import * as users from '../../src/api/users.ts'
import * as userSearch from '../../src/api/userSearch.ts'
import * as webauthn from '../../src/api/webauthn.ts'
import { routeMatcher } from '../../src/tools/emulator/requests/routeMatcher.ts'
import { assertWorded, readable, troubles, withoutMethod, withoutSession, words, type Case, type Trouble } from '../harness/troubles.ts'
import type { WidgetCall } from './calls.ts'
import { fields, type Press, type Step } from '../../src/tools/states/steps.ts'
import { patternOf, type Hands } from '../../src/tools/states/walk.ts'

/** What a visitor and the host notice of a page. */
export interface Eyes {
  /**
   * Runs `read` with the element that contains the widget. It may run in another page, so it uses
   * nothing from outside.
   */
  look: <Found, Given>(read: (host: Element, given: Given) => Found, given: Given) => Promise<Found>
  /** The text of all alerts, as soon as it is not `before`. */
  alert: (before: string) => Promise<string>
  /**
   * The errors that the host has received, as soon as there are so many and nothing more follows.
   */
  errors: (count: number) => Promise<unknown[]>
  /** Ends the time limit of the call that is under way. */
  endWait: () => Promise<unknown>
}

/** The text of all alerts in an element. It may run in a page. */
export const alertsIn = (host: Element): string =>
  [...host.querySelectorAll('[role=alert]')]
    .map(({ textContent }) => textContent)
    .filter(Boolean)
    .join(' | ')

export interface Visit {
  hands: Hands
  eyes: Eyes
  /** Takes steps in the pace of a visitor. */
  take: (steps: readonly Step[]) => Promise<unknown>
}

/**
 * What a button says: its text, or its name for screen readers, which has the name of its row too.
 */
const wanted = ({ id, tag, named }: Press) => ({
  named,
  text: id && new RegExp(`^\\s*(.*: )?${patternOf(words, id, tag).source}(: .*)?\\s*$`, 's'),
})

/** Presses the button that repeats the call, and does what follows. */
export const repeat = async ({ again, after = [] }: WidgetCall, { hands, take }: Visit) => {
  await hands.press(wanted(again))
  await take(after)
}

/**
 * The states of the buttons that `again` names: whether they are busy, whether they can be pressed,
 * and how long they wait.
 */
export const buttonsOf = ({ again }: WidgetCall, { eyes }: Visit) => {
  const { text, named } = wanted(again)
  return eyes.look(
    (host, [source, named]) =>
      [...host.querySelectorAll('button')]
        .map((button) => [button, (button.getAttribute('aria-label') ?? button.textContent!).replace(/\s+/g, ' ')] as const)
        .filter(([, name]) => (!source || new RegExp(source, 's').test(name)) && (!named || name.includes(named)))
        .map(([button]) => ({
          busy: button.getAttribute('aria-busy') === 'true',
          refuses: button.disabled || button.getAttribute('aria-disabled') === 'true',
          wait: button.dataset.wait,
        })),
    [text?.source, named] as const,
  )
}

/** Everything that src/api/ declares of calls of the widget, at any depth. */
const declaredIn = (value: unknown): (CallRules & { route: string })[] => {
  if (!value || typeof value !== 'object') return []
  return 'route' in value ? [value as CallRules & { route: string }] : Object.values(value).flatMap(declaredIn)
}
const declared = new Map(
  [connectedApps, cryptoWallets, idp, magicLinks, otps, passwords, totps, userChanges, users, userSearch, webauthn]
    .flatMap((module) => Object.values(module).flatMap(declaredIn))
    .map((call) => [call.route, call]),
)

/** All that can be wrong with a call and its answer. */
export const casesOf = ({ route, final, says }: WidgetCall): Case[] => {
  const call = declared.get(route)
  if (!call) throw new Error(`No call is declared as ${route}`)
  const { signsIn, gives = {} } = call
  const cases = [...troubles, ...(signsIn ? [withoutSession] : 'method_id' in gives ? [withoutMethod] : [])]
  // where a refusal leads: test/widget/unknownSettings.test.ts
  return cases
    .filter(({ name }) => !final || !name.startsWith('400'))
    .map((one) => (says && one.says !== words['error.unreachable'] ? { ...one, says: words[says] } : one))
}

/**
 * The fault of a call where each call has one: every fault in turn, by the place of the call in the
 * table.
 */
export const caseAt = (call: WidgetCall, at: number): Case => {
  const cases = casesOf(call)
  return cases[at % cases.length]!
}

/** Faults of a call, beside those of its state. */
export const faultsOf = ({ route, state }: WidgetCall, trouble: Trouble) => [{ route, ...trouble }, ...(state.faults ?? [])]

/** The requests of a call that the provider has received. */
const requestsOf = ({ route }: WidgetCall, { hands }: Visit) => {
  const fits = routeMatcher(route)
  return hands.emulator.requests().filter(({ method, path }) => fits(method, path))
}

/** How often the provider has received a call. */
export const countOf = (call: WidgetCall, visit: Visit) => requestsOf(call, visit).length

/**
 * Makes a call fail in these ways, one after the other on the same screen: each time the visitor
 * reads a sentence in their language, finds what they have typed, and can press the button again,
 * and the host receives one error. Then the provider is well, and the button works.
 */
export const endure = async (call: WidgetCall, cases: readonly Case[], visit: Visit): Promise<void> => {
  const { hands, eyes, take } = visit
  const { emulator } = hands
  const { kept } = call
  const before = (await eyes.errors(0)).length
  // why the visitor is here, which may stay
  const reason = await eyes.look(alertsIn, undefined)
  for (const [at, { name, fault, says }] of cases.entries()) {
    emulator.faults(faultsOf(call, fault))
    const asked = countOf(call, visit)
    await (at === 0 ? take(call.act) : repeat(call, visit))
    await hands.until(() => countOf(call, visit) > asked, `${call.route}: ${name}`)
    if (fault.hold) await eyes.endWait()
    const errors = await eyes.errors(before + at + 1)
    assert.is((await eyes.alert(reason)).replace(`${reason} | `, ''), says, name)
    assertWorded(await eyes.look(readable, undefined), errors, name)
    assert.is(errors.length, before + at + 1, `errors, ${name}`)
    // Chromium itself repeats a request whose connection was dropped if the connection was old
    if (!fault.drop) assert.is(countOf(call, visit), asked + 1, `requests, ${name}`)
    if (kept) {
      // an app shows another code every 30 seconds, so the one that was sent counts
      const sent = requestsOf(call, visit).at(-1)!.body as { totp_code?: string }
      const text = kept.text ?? sent?.totp_code ?? emulator.outbox().at(-1)!.code
      const found = await eyes.look((host, selector) => host.querySelector<HTMLInputElement>(selector)!.value, fields[kept.field])
      assert.is(found, text, `what was typed, ${name}`)
    }
    const [button] = await buttonsOf(call, visit)
    assert.equal(button, { busy: false, refuses: false, wait: undefined }, `the button, ${name}`)
  }
  emulator.faults(call.state.faults ?? [])
  await repeat(call, visit)
  await hands.says(patternOf(words, call.sees))
  assert.is(await eyes.look(alertsIn, undefined), '', 'an error that is over')
}
