/** What was aimed at, whether it was met and, where it was not, what holds it and what was tried. */
import { budgetOf, journeys } from '../journeys.ts'
import { contestantOf, fasterOn, floorsOf, latchkeyOn, medianOf, sizeOf } from './found.mjs'

/**
 * What holds a goal, by the goal's name. Shown only while it is not met. A figure in a text is read from the results, or is one of a trial that says when it was.
 */
const reasons = {
  ...Object.fromEntries(journeys.map((journey) => [`ready, ${journey.name}`, (results) => moreThanFloor(results, journey)])),
  'ready, all seven': (results) => `${moreThanFloor(results, journeyCalled('seven'))} ${SIX_AT_A_TIME}`,
  'ready, the slowest in French': (results) => `${moreThanFloor(results, slowestInFrench(results))} ${SIX_AT_A_TIME}`,
  'logging in with a passkey, on top of the kit': (results) =>
    `Autofill, the confirmation and their words are ${chunk(results, 'passkeyLogIn')}, the ceremony ${chunk(results, 'webauthn')}: its JSON both ways, one prompt a page, autofill ` +
    'that begins again, five reasons in words, checks of what a host passes.',
  'list of passkeys, on top of a log-in with one': (results) =>
    `The list is ${chunk(results, 'registration')}; the calls that change a user, which every page of a client may make, are ${chunk(results, 'users')} in a file that both share.`,
}

/** What was tried for all of those that begin with "ready". */
export const triedForTime =
  "What was tried on 2026-11-22 to be ready sooner, each beside the build before it, as multiples of the smallest form. Kept: telling V8 to compile a first screen's files whole while they " +
  'come (e-mail link, 1.20 to 1.17); running what the page links to before the first paint (Google and e-mail link, 1.32 to 1.21); effects that wait for the paint on a slow phone ' +
  '(code by SMS, which named 240 countries before it showed its field in half of the visits). Not kept: reading cookies and storage while the widget is on its way (0.01, for 20 bytes that ' +
  "the first screen does not have); the page's own font in place of Arial (nothing)."

/** 1.6 Mbps. */
const SLOW_BYTES_PER_MS = 200

const SIX_AT_A_TIME =
  'With all seven the page asks for eight files, in French for nine, and Chromium fetches six of a server at a time over HTTP/1.1, which this one speaks. Over HTTP/2, where none waits, ' +
  'it took 1.52 times as long as the smallest form in place of 1.56, in French 1.52 in place of 1.60 (5 rounds of each, on 2026-11-23).'

const journeyCalled = (id) => journeys.find((journey) => journey.id === id)

/** What a journey has to do beyond the smallest form. */
const moreThanFloor = (results, journey) => {
  const [own, floor] = [latchkeyOn(results, journey), contestantOf(results, 'floor')]
  const more = own.first - floor.first
  return (
    `Its first screen is ${kilobytes(more)} more than the smallest form, ${Math.round(more / SLOW_BYTES_PER_MS)} ms on this line; its scripts run ` +
    `${Math.round(medianOf(own, 'cpu') - medianOf(floor, 'cpu'))} ms longer, and it is more to lay out.`
  )
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

const chunk = (results, name) => kilobytes(sizeOf(results, `chunk ${name}`) ?? 0)

const inEnglish = journeys.filter(({ language }) => !language)
const inFrench = journeys.filter(({ language }) => language === 'fr')

const slowestInFrench = (results) =>
  inFrench.reduce((slowest, journey) => {
    const [one, other] = [slowest, journey].map((each) => floorsOf(results, latchkeyOn(results, each)) ?? 0)
    return other > one ? journey : slowest
  })

/** The greatest of some figures; nothing while one of them is missing. */
const most = (figures) => (figures.length > 0 && figures.every((figure) => figure !== undefined) ? Math.max(...figures) : undefined)

/** What French adds to the first screen of a journey. Nothing, while it has no files of its own. */
const addedByFrench = (results, { id }) => {
  const [english, french] = [id, `${id}-fr`].map((name) => sizeOf(results, budgetOf(journeyCalled(name))))
  return french - english || undefined
}

/** What a host's bundle has at once who names these parts of `latchkey/headless`. */
const parts = (named, goal) => ({
  name: `headless, ${named}, at once`,
  atMost: goal,
  unit: 'B',
  of: ({ parts }) => parts?.find(({ name }) => name === named)?.bytes,
})

const budget = (name, goal) => ({ name, atMost: goal, unit: 'B', of: (results) => sizeOf(results, name) })

const shift = (name, list) => ({
  name,
  atMost: list[0].goals.shift,
  unit: 'shift',
  of: (results) => most(list.map((journey) => medianOf(latchkeyOn(results, journey), 'shift'))),
})

/** `of` finds the figure in the results. */
const goals = [
  ...inEnglish.map((journey) => ({
    name: `ready, ${journey.name}`,
    atMost: journey.goals.ready,
    unit: 'x',
    of: (results) => floorsOf(results, latchkeyOn(results, journey)),
  })),
  {
    name: 'ready, the slowest in French',
    atMost: inFrench[0].goals.ready,
    unit: 'x',
    of: (results) => most(inFrench.map((journey) => floorsOf(results, latchkeyOn(results, journey)))),
  },
  ...inEnglish
    .filter(({ goals }) => goals.faster)
    .map((journey) => ({
      name: `faster than the provider's SDK 6, ${journey.name}`,
      atLeast: journey.goals.faster,
      unit: 'x',
      of: (results) => fasterOn(results, journey),
    })),
  ...inEnglish.filter(({ goals }) => goals.bytes).map((journey) => budget(budgetOf(journey), journey.goals.bytes)),
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
    of: (results) => addedByFrench(results, journeyCalled('seven')),
  },
  shift(
    'layout shift: e-mail link, social, password, codes',
    inEnglish.filter(({ goals }) => goals.shift === 0),
  ),
  shift(
    'layout shift: the others, and all in French',
    journeys.filter(({ goals }) => goals.shift > 0),
  ),
  parts('codes and session', 6_000),
  parts('codes, links, passwords, OAuth, user and session', 8_300),
  parts('every part', 10_500),
  {
    name: 'organizations, at once',
    atMost: 9_300,
    unit: 'B',
    of: ({ headless }) => headless.find(({ id }) => id === 'latchkey-b2b')?.first,
  },
  budget('script tag with the e-mail form, at rest', 17_500),
  budget('react with the e-mail form, React not counted', 9_500),
  budget('phone field for a visitor in the US, on top of the code form', 12_500),
  budget('logging in with a passkey, on top of the kit', 1_800),
  budget('list of passkeys, on top of a log-in with one', 3_000),
  budget('buttons of wallets, on top of the kit', 2_500),
]

const shown = {
  x: (figure) => figure.toFixed(2),
  B: (figure) => figure.toLocaleString('en-US'),
  shift: (figure) => String(Number(figure.toFixed(3))),
}

/** `{ name, goal, measured, met, why }` of each, as texts; `why` where it is not met and somebody has written it. A factor that rounds to its goal has met it. */
export const goalRows = (results) =>
  goals.map(({ name, atMost, atLeast, unit, of }) => {
    const figure = of(results)
    const show = shown[unit]
    const goal = atLeast === undefined ? `${show(atMost)} at most` : `${show(atLeast)} at least`
    if (figure === undefined) return { name, goal, measured: '', met: 'not measured', why: '' }
    const rounded = unit === 'x' ? Number(show(figure)) : figure
    const isMet = atLeast === undefined ? rounded <= atMost : rounded >= atLeast
    return {
      name,
      goal,
      measured: show(figure),
      met: isMet ? 'yes' : 'no',
      why: isMet ? '' : (reasons[name]?.(results) ?? ''),
    }
  })
