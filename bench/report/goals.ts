/** The project's goals, whether each is met and, if not, why and what was tried. */
import { budgetOf, journeys, type Journey } from '../journeys.ts'
import { logIns } from '../logIns.ts'
import type { Results } from '../results.ts'
import { contestantOf, drawnOn, fasterOn, floorsOf, latchkeyOn, liveOn, medianOf, prerenderedOn, sizeOf } from './figures.ts'

const WAYS_IN = 'the last way in and the browsers of apps, in the first screen of social sign-in'
const PASSKEYS = 'passkeys that come by themselves, on top of a log-in with one'
const NO_DEAD_ENDS = 'no dead ends, after the first screen'
const ACCOUNT = 'account and second factor, with all that only they load'

/**
 * Why a goal is not met, by its name. Shown only while it is not met. A figure in these texts
 * either comes from the results, or from a trial whose date the text gives.
 */
const reasons: Record<string, (results: Results) => string> = {
  ...Object.fromEntries(journeys.map((journey) => [`ready, ${journey.name}`, (results: Results) => moreThanFloor(results, journey)])),
  ...Object.fromEntries(
    journeys.map((journey) => [`drawn in the page, ${journey.name}`, (results: Results) => moreThanHtml(results, journey)]),
  ),
  ...Object.fromEntries(journeys.map(({ name }) => [`live in the page, ${name}`, () => PAINT_OR_FETCH])),
  'first screen with the script in the page: email link': () =>
    'Brotli compresses the same first screen to sizes that differ by up to 44 B, depending on how one line of it is written (26 ways tried on 2026-11-24: 13,915 to 13,959 B).',
  'ready, all seven': (results) => `${moreThanFloor(results, journeyOf('seven'))} ${SIX_AT_A_TIME}`,
  'ready, the slowest in French': (results) => `${moreThanFloor(results, slowestInFrench(results))} ${SIX_AT_A_TIME}`,
  ...Object.fromEntries((['link', 'google'] as const).map((id) => [`log-in: ${logInOf(id).name}`, () => FIRST_CALL])),
  [`log-in: ${logInOf('consent').name}`]: () =>
    "Both calls leave from the page's HTML, and their answers wait for 28 kB of screen (widget, kit, consent); the client in one file has none and shows a button.",
  [`log-in: ${logInOf('reset').name}`]: () =>
    "The form for a new password is in files that only the page's address makes necessary. The page's HTML asks for them beside those of the first screen, so they take the time of their bytes.",
  ...Object.fromEntries((['link', 'code'] as const).map((product) => [`log-in: ${logInOf(`enter-${product}`).name}`, () => ENTER_AT_ONCE])),
  ...Object.fromEntries(
    ['codes and session', 'every part'].map((parts) => [
      `headless, ${parts}, at once`,
      () =>
        'Asking `Temporal` for the time zone is 22 B of it. With `Intl` alone, the first call of a page left 60 to 200 ms later on a slow phone (2026-11-26).',
    ]),
  ),
  ...Object.fromEntries(
    (['link', 'code'] as const).map((product) => [
      `log-in: ${logInOf(`typed-${product}`).name}`,
      () =>
        "No file is fetched on the way. The provider's SDK 6 takes as long, with the same wait for the next frame, of up to 17 ms, in it.",
    ]),
  ),
  'script tag with the email form, at rest': (results) =>
    `The engine, which asks for the project's settings, is ${chunk(results, 'engine')}: the transport with its headers and limits, the typed errors, the log, and what clients of one page share.`,
  'logging in with a passkey, on top of the kit': (results) =>
    `Autofill, the confirmation and their texts are ${chunk(results, 'passkeyLogIn')}. The ceremony is ${chunk(results, 'webauthn')}: it converts JSON in both directions, keeps to one ` +
    'prompt per page, restarts autofill, explains five errors, and checks what the host passes.',
  'list of passkeys, on top of a log-in with one': (results) =>
    `The list is ${chunk(results, 'registration')}. The calls that change a user are ${chunk(results, 'userCalls')}, in a file of their own, because a page without the list can make them too.`,
  'react with the email form, React not counted': () =>
    '1.9 kB of it are @preact/signals-react: with the signals of the Preact build in its place, it was 7,955 B instead of 9,874 (2026-11-25).',
  [WAYS_IN]: () =>
    'The mark of the last way in is about 320 B: its style, its place on buttons, tabs and labels, and what is read before the first paint. To know the browsers of apps takes 235 B (each was taken out to measure it, on ' +
    '2026-11-25). What stands in the place of the button of Google is in a file of its own.',
  [PASSKEYS]: () =>
    'The two new calls, the rule which ceremony gives way, and what the browser is asked about. With the new calls in a file of their own, it was 406 B on 2026-11-25, but then bundlers put code for passkeys into every headless client.',
  [NO_DEAD_ENDS]: (results) =>
    `The question about a typing error is ${chunk(results, 'addressHint')}, the way out of the browser of an app ${chunk(results, 'InAppBrowserNotice')}; both are fetched only where they are needed. A new link or code in the place of a useless ` +
    'one is 0.4 kB. The kit has the rest: the countdown of every button, the log-in in another tab, the question on screens that say that an email was sent, and what the account shares with other screens.',
  [ACCOUNT]: (results) =>
    `Nobody loads all of it at once: the second factor alone is ${chunk(results, 'secondFactor')}, the account ${chunk(results, 'account')}, each of its steps comes when the visitor takes it. What it shares with the list of passkeys, ` +
    'the code forms and the consent screens is in files of theirs already.',
}

/** What was tried for all goals that begin with "ready". */
export const triedForTime =
  "Changes tried on 2026-11-22 to be ready sooner, each compared with the build before it, as multiples of the smallest form's time. Kept: telling V8 to compile all of a first screen's code " +
  'while it loads (email link, from 1.20 to 1.17); running the files that the page links to before the first paint (Google and email link, from 1.32 to 1.21); effects that wait for the ' +
  'paint on a slow phone (code by SMS, which in half of the visits looked up the names of 240 countries before it showed its field). Not kept: reading cookies and storage while the widget ' +
  "loads (a gain of 0.01, for 20 bytes that the first screen cannot spare); the page's own font instead of Arial (no gain)."

/** 1.6 Mbps. */
const SLOW_BYTES_PER_MS = 200

const SIX_AT_A_TIME =
  "With all seven methods, the page requests eight files, or nine in French. The bench's server speaks HTTP/1.1, over which Chromium loads at most six files at a time from one " +
  'server. Over HTTP/2, where no file waits, the page took 1.52 times as long as the smallest form instead of 1.56, and in French 1.52 instead of 1.60 (5 rounds of each, on 2026-11-23).'

function logInOf(id: string) {
  return logIns.find((one) => one.id === id)!
}

const FIRST_CALL =
  "The call leaves from the page's HTML, before any file. What is left is two round trips of 150 ms, for the page and, because the API is on another origin, for the preflight, and the call itself."

const ENTER_AT_ONCE =
  "The call leaves from the page's HTML, and waits only for the project's settings, which decide whether it needs a captcha or a proof key: two round trips of 150 ms from the first byte of the page, one of them for the preflight. " +
  'A form in the HTML can be used before they have come. At the next visit they are known, and the call leaves at once.'

const PAINT_OR_FETCH =
  'The form stands before the links to the scripts, so the browser paints it before it asks for them. With the links first, the email link form was live after 0.94 times the time without a ' +
  'form in the page, and Google and email link after 0.96, but they were drawn after 1.10 and 1.16 times the time of the plain HTML form (10 and 14 visits each, on 2026-11-23).'

const journeyOf = (id: string) => journeys.find((journey) => journey.id === id)!

/** Says what a journey has to do that the smallest form does not. */
const moreThanFloor = (results: Results, journey: Journey) => {
  const [own, floor] = [latchkeyOn(results, journey)!, contestantOf(results, 'floor')!]
  const more = own.first! - floor.first!
  return (
    `Its first screen is ${kilobytes(more)} larger than the smallest form (${Math.round(more / SLOW_BYTES_PER_MS)} ms on this network), its scripts run ` +
    `${Math.round(medianOf(own, 'cpu')! - medianOf(floor, 'cpu')!)} ms longer, and it has more to lay out.`
  )
}

/** Says what a page with a form has to do that a plain HTML form does not. */
const moreThanHtml = (results: Results, journey: Journey) => {
  const [own, html] = [prerenderedOn(results, journey), contestantOf(results, 'html')]
  const { page = 0, script = 0 } = results.prerendered?.find(({ journey: id }) => id === journey.id) ?? {}
  const later = Math.round(medianOf(own, 'ready')! - medianOf(html, 'ready')!)
  return (
    `It is drawn ${later} ms later, and a frame takes 17 ms. The form, its style and its script are ${kilobytes(page + script)} (${Math.round((page + script) / SLOW_BYTES_PER_MS)} ms on this ` +
    'network); the rest is the style, a bold title and a card to lay out and paint. Tried on 2026-11-23 (email link, medians of 12 visits each): as it is 262 ms, without its script 254, ' +
    'without its style 252, without the shadow of the card 269, without links to scripts 274. The plain form took 244 in that series.'
  )
}

/** Bytes as text, in kB with one decimal. */
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

const chunk = (results: Results, name: string) => kilobytes(sizeOf(results, `chunk ${name}`) ?? 0)

const inEnglish = journeys.filter(({ language }) => !language)
const inFrench = journeys.filter(({ language }) => language === 'fr')

const slowestInFrench = (results: Results) => {
  const floors = (journey: Journey) => floorsOf(results, latchkeyOn(results, journey)) ?? 0
  return inFrench.reduce((slowest, journey) => (floors(journey) > floors(slowest) ? journey : slowest))
}

/** Returns the largest of some figures, or undefined if one of them is missing. */
const most = (figures: (number | undefined)[]) => {
  const numbers = figures.filter((figure) => figure !== undefined)
  return numbers.length > 0 && numbers.length === figures.length ? Math.max(...numbers) : undefined
}

/**
 * Returns the bytes that French adds to the first screen of a journey, or undefined if it has no
 * files of its own.
 */
const addedByFrench = (results: Results, { id }: Journey) => {
  const size = (name: string) => sizeOf(results, budgetOf(journeyOf(name)))
  const [english, french] = [size(id), size(`${id}-fr`)]
  return english !== undefined && french !== undefined && french !== english ? french - english : undefined
}

/** A goal has `atMost` or `atLeast`. */
interface Goal {
  name: string
  atMost?: number
  atLeast?: number
  /** A multiple, bytes, a layout shift or ms. */
  unit: 'x' | 'B' | 'shift' | 'ms'
  /** Returns the figure from the results, or undefined if it was not measured. */
  of: (results: Results) => number | undefined
}

/**
 * Returns the goal for what a host's bundle loads at once if it imports these parts of
 * `latchkey/headless`.
 */
const parts = (partList: string, goal: number): Goal => ({
  name: `headless, ${partList}, at once`,
  atMost: goal,
  unit: 'B',
  of: ({ parts }) => parts?.find(({ name }) => name === partList)?.bytes,
})

const budget = (name: string, goal: number): Goal => ({ name, atMost: goal, unit: 'B', of: (results) => sizeOf(results, name) })

/**
 * Returns the goal for the code behind several budgets. `before`: what they were on 2026-11-24,
 * before a feature came.
 */
const together = (name: string, goal: number, budgets: readonly string[], before = 0): Goal => ({
  name,
  atMost: goal,
  unit: 'B',
  of: (results) => {
    const sizes = budgets.map((budget) => sizeOf(results, budget))
    return sizes.some((size) => size === undefined) ? undefined : sizes.reduce<number>((sum, size) => sum + size!, -before)
  },
})

const shift = (name: string, list: readonly Journey[]): Goal => ({
  name,
  atMost: list[0]!.goals.shift,
  unit: 'shift',
  of: (results) => most(list.map((journey) => medianOf(latchkeyOn(results, journey), 'shift'))),
})

const first = journeys[0]!
const prerenderedJourneys = ['link', 'google-link', 'password', 'email-code', 'sms-code'].map(journeyOf)
const pageOf = (results: Results) => results.prerendered?.find(({ journey }) => journey === first.id)

const goals: Goal[] = [
  ...prerenderedJourneys.flatMap((journey): Goal[] => [
    { name: `drawn in the page, ${journey.name}`, atMost: 1.05, unit: 'x', of: (results) => drawnOn(results, journey) },
    { name: `live in the page, ${journey.name}`, atMost: 1, unit: 'x', of: (results) => liveOn(results, journey) },
  ]),
  { name: 'HTML and style of the email link form', atMost: 1500, unit: 'B', of: (results) => pageOf(results)?.page },
  {
    name: 'first screen with the script in the page: email link',
    atMost: 14_190,
    unit: 'B',
    of: (results) => {
      const [size, page] = [sizeOf(results, budgetOf(first)), pageOf(results)]
      return size && page && size + page.script
    },
  },
  {
    name: 'layout shift: forms in the page',
    atMost: 0,
    unit: 'shift',
    of: (results) => most(prerenderedJourneys.map((journey) => medianOf(prerenderedOn(results, journey), 'shift'))),
  },
  ...inEnglish.map(
    (journey): Goal => ({
      name: `ready, ${journey.name}`,
      atMost: journey.goals.ready,
      unit: 'x',
      of: (results) => floorsOf(results, latchkeyOn(results, journey)),
    }),
  ),
  {
    name: 'ready, the slowest in French',
    atMost: inFrench[0]!.goals.ready,
    unit: 'x',
    of: (results) => most(inFrench.map((journey) => floorsOf(results, latchkeyOn(results, journey)))),
  },
  ...inEnglish
    .filter(({ goals }) => goals.faster)
    .map(
      (journey): Goal => ({
        name: `faster than the provider's SDK 6, ${journey.name}`,
        atLeast: journey.goals.faster,
        unit: 'x',
        of: (results) => fasterOn(results, journey),
      }),
    ),
  ...logIns.map(
    ({ id, name, goal: { what, base, atMost } }): Goal => ({
      name: `log-in: ${name}`,
      atMost,
      unit: base ? 'x' : 'ms',
      of: ({ logIns: logInResults, contestants }) => {
        const timeOf = (id: string, what: 'call' | 'answered' | 'done' | 'drawn') =>
          logInResults?.results.find((one) => one.id === id)?.times?.[what]?.median
        const [own, other] = [
          timeOf(`log-in-${id}-latchkey`, what),
          base && (timeOf(base, 'done') ?? contestants.find(({ id }) => id === base)?.times?.ready?.median),
        ]
        return own !== undefined && other ? own / other : base ? undefined : own
      },
    }),
  ),
  ...inEnglish.flatMap((journey) => (journey.goals.bytes ? [budget(budgetOf(journey), journey.goals.bytes)] : [])),
  {
    name: 'French on top of a first screen, the most',
    atMost: 400,
    unit: 'B',
    of: (results) => most(inEnglish.filter(({ id }) => id !== 'seven').map((journey) => addedByFrench(results, journey))),
  },
  {
    name: 'French on top of all seven',
    atMost: 900,
    unit: 'B',
    of: (results) => addedByFrench(results, journeyOf('seven')),
  },
  shift(
    'layout shift: email link, social, password, codes',
    inEnglish.filter(({ goals }) => goals.shift === 0),
  ),
  shift(
    'layout shift: the others, and all in French',
    journeys.filter(({ goals }) => goals.shift > 0),
  ),
  parts('codes and session', 6_000),
  parts('codes, links, passwords, OAuth, user and session', 8_300),
  parts('every part', 11_400),
  {
    name: 'organizations, at once',
    atMost: 9_300,
    unit: 'B',
    of: ({ headless }) => headless.find(({ id }) => id === 'latchkey-b2b')?.first,
  },
  budget('script tag with the email form, at rest', 17_500),
  budget('react with the email form, React not counted', 9_500),
  budget('phone field for a visitor in the US, on top of the code form', 12_500),
  budget('logging in with a passkey, on top of the kit', 1_800),
  budget('list of passkeys, on top of a log-in with one', 3_000),
  budget('buttons of wallets, on top of the kit', 2_500),
  together(WAYS_IN, 300, ['first screen: social, 3 providers'], 18_992),
  together(PASSKEYS, 400, ['logging in with a passkey, on top of the kit'], 3_023),
  together(
    NO_DEAD_ENDS,
    900,
    ['kit', 'urlLogIn', 'otpScreens', 'InAppBrowserNotice', 'addressHint'].map((name) => `chunk ${name}`),
    10_376,
  ),
  together(
    ACCOUNT,
    8_000,
    ['account', 'app', 'adding', 'secondFactor', 'totps'].map((name) => `chunk ${name}`),
  ),
]

const formats: Record<Goal['unit'], (figure: number) => string> = {
  x: (figure) => figure.toFixed(2),
  B: (figure) => figure.toLocaleString('en-US'),
  shift: (figure) => String(Number(figure.toFixed(3))),
  ms: (figure) => Math.round(figure).toLocaleString('en-US'),
}

/** A goal and its current figure, as text. */
interface GoalRow {
  name: string
  goal: string
  figure: string
  outcome: 'yes' | 'no' | 'not measured'
  /** Why it is not met. Empty if it is met, or if the reason is not written down. */
  why: string
}

/** Returns every goal. A multiple that rounds to its goal meets it. */
export const goalRows = (results: Results): GoalRow[] =>
  goals.map(({ name, atMost, atLeast, unit, of }): GoalRow => {
    const figure = of(results)
    const show = formats[unit]
    const goal = atLeast === undefined ? `${show(atMost!)} at most` : `${show(atLeast)} at least`
    if (figure === undefined) return { name, goal, figure: '', outcome: 'not measured', why: '' }
    const value = unit === 'x' ? Number(show(figure)) : figure
    const isMet = atLeast === undefined ? value <= atMost! : value >= atLeast
    return {
      name,
      goal,
      figure: show(figure),
      outcome: isMet ? 'yes' : 'no',
      why: isMet ? '' : (reasons[name]?.(results) ?? ''),
    }
  })
