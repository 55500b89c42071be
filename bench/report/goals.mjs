/**
 * What was aimed at, in bytes by the names of budgets, and for a figure above its goal what holds the bytes and what was tried. The figures in these texts
 * were measured on 2026-11-21 by leaving one thing out and building again.
 */
const goals = [
  { name: 'script tag with the e-mail form, first screen', goal: 14_000 },
  { name: 'script tag with the e-mail form, at rest', goal: 17_500 },
  { name: 'react with the e-mail form, React not counted', goal: 9_500 },
  { name: 'phone field for a visitor in the US, on top of the code form', goal: 12_500 },
  {
    name: 'logging in with a passkey, on top of the kit',
    goal: 1_800,
    why:
      'The button, autofill and the confirmation are 1.0 kB, the ceremony 1.8: its JSON both ways, one prompt a page, autofill that begins again, five reasons in words, checks of what ' +
      'a host passes. Without the making of passkeys, which the page with the list needs, it would be 0.2 kB less.',
  },
  {
    name: 'list of passkeys, on top of a log-in with one',
    goal: 3_000,
    why: 'The list is below it; the calls that change a user, which every page of a client may make, are 0.4 kB in a file that both share.',
  },
  { name: 'buttons of wallets, on top of the kit', goal: 2_500 },
  {
    name: 'headless, every file',
    goal: 7_500,
    why:
      'One file in place of five would save 0.7 kB: it is code, not the cutting. OAuth with One Tap is 1.5 kB, the life of a session in many tabs 1.4, passkeys 1.3, transport 1.3, PKCE and ' +
      'usage checks 1.2, errors 0.6, SHA-256 for pages without `crypto.subtle` 0.5 (`@noble/hashes`: 2.3), fraud protection 0.5; forty more files have 50 to 350 B each. ' +
      'Calls declared in a table of text might save 0.3 kB, at the price of their types; that was not built.',
  },
  {
    name: 'b2b, every file',
    goal: 9_500,
    why: 'The core that it shares with the client of consumers is 9.6 kB; what organizations have of their own is 2.6 kB.',
  },
  {
    name: 'script tag, every file but the metadata of phone numbers',
    goal: 60_000,
    why:
      'As one file all of it would be 62 kB: parts that come only when they are needed cost 13.6 kB of lost context, and the table of their hashes 2.7. The parser of phone numbers is 9.7 kB, ' +
      'codes 5.5, fifteen logos 3.7. Fewer files would make every page load what it does not show.',
  },
]

/** How long the first screen may take, as a multiple of the smallest form on the same stack. */
const readyGoal = 1.1
const whySlower =
  '7.3 kB more than that form has are 36 ms on this line; the loader and the hashes of its files take the rest. Tried beside each other, in two series of 9 and 13 rounds: without ' +
  'hashes, with the loader at high priority, with its tag before the links, with a module script in its place: 1.07 to 1.18, and none better in both.'

/** The time to the first usable input with the snippet, beside its goal; nothing where none was taken. */
export const readyRow = ({ contestants }) => {
  const [own, floor] = ['latchkey', 'floor'].map((id) => contestants.find((one) => one.id === id)?.times?.ready?.median)
  if (!own || !floor) return []
  const ratio = own / floor
  return [{ name: 'ready, with the snippet, x the one-field form', goal: readyGoal, ratio, why: ratio > readyGoal ? whySlower : '' }]
}

/** `promises` beside their goals; those that are not built are left out. */
export const goalRows = ({ promises }) =>
  goals.flatMap(({ name, goal, why = '' }) => {
    const size = promises.find((promise) => promise.name === name)?.size
    return size === undefined ? [] : [{ name, goal, size, why: size > goal ? why : '' }]
  })
