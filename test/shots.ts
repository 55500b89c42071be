/**
 * `npm run shots` takes pictures of every screen in every state that the tests know: light, dark,
 * with forced colors, from right to left, and on a page of 320 px. They are in shots/, with one
 * contact sheet for each of these looks. `npm run shots -- OTP` takes those whose names contain
 * `OTP`.
 *
 * `npm run shots -- docs` takes the pictures of the README and of docs/ instead, in light and dark:
 * docs/images/<name>-light.webp and -dark.webp. `npm run shots -- docs passkeys` takes one.
 * `npm run shots -- recording` records two log-ins (recording.ts).
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fontFamily, loadFonts } from '../build/heights.ts'
import { root } from '../build/paths.ts'
import { de } from '../src/strings/de.ts'
import { en } from '../src/strings/en.ts'
import { enPlain } from '../src/strings/en-plain.ts'
import { arrive, each } from './chromium/visitors.ts'
import { finishAnimations } from './harness/animations.ts'
import { closeBrowser, visit } from './harness/browser.ts'
import { findChromium } from './harness/chromium.ts'
import { arrangementOf, inPage } from './states/inPage.ts'
import { recordLogIns } from './recording.ts'
import { screenStates, type ScreenState } from '../src/tools/states/states.ts'
import * as at from '../src/tools/states/steps.ts'
import { walk, type Words } from '../src/tools/states/walk.ts'

process.env.LATCHKEY_CHROMIUM ??= findChromium()

const folder = join(root, 'shots')

/** How a page looks before its picture is taken. */
interface Look {
  name: string
  scheme?: 'light' | 'dark'
  forced?: boolean
  dir?: 'rtl'
  /** Of the page, in px. Default 464, which is the widget with its margins. */
  width?: number
}

const looks: Look[] = [
  { name: 'light' },
  { name: 'dark', scheme: 'dark' },
  { name: 'forced', forced: true },
  { name: 'rtl', dir: 'rtl' },
  { name: '320', width: 320 },
]

const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 32" width="90" height="32"><path fill="#1f7a4d" d="m12 1 8 11h-4l7 9h-9v9h-4v-9H1l7-9H4z"/>' +
    '<text x="30" y="23" font-family="Arial" font-size="21" font-weight="700" textLength="58" fill="#2a9c66">Larch</text></svg>',
)}`

/** A host who has a logo, with the look and the words of a host's own server. */
const hostOf = ({ props }: ScreenState) => ({
  styles: { look: 'quartz', fontFamily, logo: { logoImageUrl: logo }, ...props?.styles },
  strings: enPlain,
})
const plain = { ...en, ...enPlain }
const head =
  '<style>:root { color-scheme: light dark; background: light-dark(#f6f8f9, #0d1419) } body { margin: 24px 0 } h1 { display: none } #login { width: min(400px, 100% - 32px); margin: auto }</style>'

/** A state in a picture of the documents. */
interface Pictured {
  state: ScreenState
  /** Further props of the mount. */
  more?: object
  words?: Words
}

const named = (...names: (keyof typeof screenStates)[]): Pictured[] => names.map((name) => ({ state: screenStates[name] }))

const fail = (message: string): never => {
  throw new Error(message)
}

/**
 * The pictures of the README and of docs/, by name: the states that each shows, side by side. The
 * page that shows one names `docs/images/<name>-light.webp` and `-dark.webp`.
 */
const pictures: Record<string, Pictured[]> = {
  // of the README: a way in, a code, a consent
  screens: [
    {
      state: {
        config: {
          products: ['oauth', 'emailMagicLinks'],
          oauthOptions: { providers: [{ type: 'google' }, { type: 'apple' }] },
        },
        steps: [at.shows('#oauth-google')],
      },
    },
    ...named('OTPAuthenticate, typing'),
    ...named('IDPConsent, question, logos').map(({ state }) => ({
      state: { ...state, props: { ...state.props, styles: { logo: undefined } } },
    })),
  ],
  'typing-error': named('Main, a likely typing error', 'EmailConfirmation, a likely typing error'),
  'ways-in': named('Main, last used: Google', 'Main, in the browser of an app'),
  'second-factor': named('SecondFactor', 'SecondFactor, text message'),
  // three sections, so that it is as high as the other one
  account: [
    ...named('Account').map((one) => ({ ...one, more: { sections: ['emails', 'passkeys', 'connectedApps'] } })),
    ...named('AccountApp'),
  ],
  'passkey-created': named('PasswordConfirmation, with a new passkey').flatMap((one) => [
    // before the password is sent
    { state: { ...one.state, steps: one.state.steps.slice(0, -2) } },
    one,
  ]),
  'passkey-here': named('Main, passkey button', 'PasskeyConfirmation'),
  'passkey-of-two-sites': [
    ...named('Main, passkey button'),
    ...named('Main, passkey button').map((one) => ({ ...one, more: { language: 'de', strings: {} }, words: de })),
  ],
  'another-link': named('Error, another link', 'EmailConfirmation'),
  'another-tab': named('EmailConfirmation', 'Success'),
  'too-many-requests': named('Main, too many requests'),
  press: named('UrlLogIn, press'),
  passkeys: named('PasskeyRegistrationStart', 'PasskeyRegistrationSuccess, of several devices'),
}

/** Takes one picture, at twice the resolution. */
const takePicture = async (name: string, scheme: 'light' | 'dark') => {
  const cards: string[] = []
  for (const { state, more, words = plain } of pictures[name]!) {
    const profile = { viewport: { width: 464, height: 600 }, deviceScaleFactor: 2, colorScheme: scheme }
    const arrangement = arrangementOf(state, { ...hostOf(state), ...more }, head)
    const visitor = await arrive({ ...arrangement, project: { ...arrangement.project, project_name: 'Larch' }, profile })
    await walk(state.steps, inPage(visitor, words))
    await loadFonts(visitor.page)
    await finishAnimations(visitor.page)
    const png = await visitor.page.locator('#login').screenshot({ style: '#login { padding: 24px }', animations: 'disabled' })
    cards.push(`<img width="${400 + 48}" src="data:image/png;base64,${png.toString('base64')}">`)
    // what the page logs is for the tests to judge
    await visitor.leave().catch(() => {})
  }
  const { page } = await visit({ viewport: { width: cards.length * (400 + 48), height: 600 }, deviceScaleFactor: 2 })
  const background = scheme === 'light' ? '#f6f8f9' : '#0d1419'
  await page.setContent(
    `<!doctype html><style>body { margin: 0; display: flex; align-items: center; background: ${background} }</style>${cards.join('')}`,
  )
  const height = await page.evaluate(() => document.body.getBoundingClientRect().height)
  await page.setViewportSize({ width: cards.length * (400 + 48), height })
  const file = join(root, `docs/images/${name}-${scheme}.webp`)
  // Playwright itself takes no WebP, which is a third of the size
  const debug = await page.context().newCDPSession(page)
  const { data } = await debug.send('Page.captureScreenshot', { format: 'webp', quality: 85 })
  const picture = Buffer.from(data, 'base64')
  await writeFile(file, picture)
  console.log(`${file}: ${picture.length} bytes`)
  await page.context().close()
}

const fileOf = (name: string) => `${name.replaceAll(/[^\w]+/g, '-')}.png`

const wanted = process.argv.slice(2)
if (wanted[0] === 'docs') {
  const [, name] = wanted
  for (const each of name ? [name in pictures ? name : fail(`There is no picture '${name}'.`)] : Object.keys(pictures))
    for (const scheme of ['light', 'dark'] as const) await takePicture(each, scheme)
  await closeBrowser()
  process.exit()
}
if (wanted[0] === 'recording') {
  await recordLogIns()
  await closeBrowser()
  process.exit()
}
const shown = Object.entries(screenStates as Record<string, ScreenState>).filter(([name]) =>
  wanted.every((text) => name.toLowerCase().includes(text.toLowerCase())),
)

await rm(folder, { recursive: true, force: true })
for (const { name } of looks) await mkdir(join(folder, name), { recursive: true })

const failed: string[] = []
await each(shown, async ([stateName, state]) => {
  const visitor = await arrive({ ...arrangementOf(state, hostOf(state), head), profile: { viewport: { width: 464, height: 600 } } })
  const { page } = visitor
  try {
    await walk(state.steps, inPage(visitor, plain))
    for (const { name, scheme = 'light', forced, dir, width = 464 } of looks) {
      await page.emulateMedia({ colorScheme: scheme, forcedColors: forced ? 'active' : 'none' })
      await page.setViewportSize({ width, height: 600 })
      await page.evaluate((dir) => (document.documentElement.dir = dir), dir ?? 'ltr')
      await loadFonts(page)
      await finishAnimations(page)
      const height = await page.evaluate(() => document.body.getBoundingClientRect().bottom + 24)
      await page.screenshot({ path: join(folder, name, fileOf(stateName)), fullPage: true, clip: { x: 0, y: 0, width, height } })
    }
  } catch (error) {
    failed.push(`${stateName}: ${(error as Error).message}`)
  }
  // what the page logs is for the tests to judge
  await visitor.leave().catch(() => {})
})

for (const look of looks) {
  const width = look.width ?? 464
  const figures = shown.map(
    ([name]) => `<figure><figcaption>${name}</figcaption><img src="${look.name}/${fileOf(name)}" width="${width}"></figure>`,
  )
  const sheet = `<!doctype html><meta charset="utf-8"><title>${look.name}</title><style>body { margin: 16px; font: 14px sans-serif; columns: ${width + 16}px }
    figure { margin: 0 0 16px; break-inside: avoid } figcaption { margin-bottom: 4px; font-weight: 600 } img { display: block }</style>${figures.join('')}`
  const path = join(folder, `${look.name}.html`)
  await writeFile(path, sheet)
  const { page } = await visit({ viewport: { width: 2432, height: 1200 } })
  await page.goto(pathToFileURL(path).href)
  await page.screenshot({ path: join(folder, `${look.name}.png`), fullPage: true })
  await page.context().close()
}

await closeBrowser()
console.log(`${shown.length} states in ${looks.length} looks: ${folder}`)
for (const line of failed) console.error(line)
process.exitCode = failed.length > 0 ? 1 : 0
