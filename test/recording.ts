/**
 * `npm run shots -- recording` records two log-ins in Chromium, on the emulator: an email link, and
 * Google's return. Writes docs/images/log-in-light.webp and -dark.webp, and a still of each for
 * visitors who want no motion.
 */
import { join } from 'node:path'
import { root } from '../build/paths.ts'
import { en } from '../src/strings/en.ts'
import { enPlain } from '../src/strings/en-plain.ts'
import { arrive, hostPage, visible, widget } from './chromium/visitors.ts'
import { finishAnimations } from './harness/animations.ts'
import { importOnDemand } from './harness/onDemand.ts'

/** What of the package is used here (https://sharp.pixelplumbing.com). */
type Sharp = (
  images: Buffer | Buffer[],
  options?: { join: { animated: boolean } },
) => { webp: (options: object) => { toFile: (file: string) => Promise<{ size: number }> } }

const SIZE = { width: 640, height: 460 }
/** A README with both recordings has to stay light. */
const MOST_BYTES = 600_000

const head = `<style>
  :root { color-scheme: light dark; background: light-dark(#f6f7f8, #101215); font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0 } #login { width: 360px; margin: 48px auto } main { max-width: 400px; margin: 96px auto; padding: 0 32px }
  h1 { font-size: 20px } h1:has(+ #login) { display: none } a { color: inherit }
</style>`
const config = {
  products: ['oauth', 'emailMagicLinks'],
  oauthOptions: { providers: [{ type: 'google' }] },
}

/** Records one color scheme. */
async function record(scheme: 'light' | 'dark', sharp: Sharp): Promise<void> {
  const frames: Buffer[] = []
  const delay: number[] = []
  const visitor = await arrive({
    config,
    attributes: { 'data-theme': 'quartz', 'data-strings': JSON.stringify(enPlain) },
    html: (tag) => hostPage(`<div id="login"></div>${tag}`, head),
    pages: () => ({
      '/mail': {
        html: hostPage(
          '<main><h1>Your link to log in</h1><p>Open this link to log in to Larch:</p><p><a href="/">Log in to Larch</a></p></main>',
          head,
        ),
      },
      '/home': { html: hostPage('<main><h1>Welcome, Ada</h1><p>You are logged in.</p></main>', head) },
    }),
    project: { project_name: 'Larch' },
    profile: { viewport: SIZE, colorScheme: scheme, deviceScaleFactor: 2 },
  })
  const { page } = visitor
  /** Shows what the page shows now for so many ms. */
  const show = async (ms: number) => {
    await finishAnimations(page)
    frames.push(await page.screenshot())
    delay.push(ms)
  }
  const home = async () => {
    await page.goto(`${visitor.site}/home`)
    await show(2200)
  }
  const form = widget(page, { ...en, ...enPlain })
  await visible(form.email)
  await show(1500)
  await form.email.click()
  for (const part of [...'ada@example.com']) {
    await page.keyboard.type(part)
    await show(90)
  }
  await show(500)
  await page.keyboard.press('Enter')
  const { url } = await visitor.message()
  await visible(page.getByText('ada@example.com'))
  await show(2200)
  await page.goto(`${visitor.site}/mail`)
  await show(1500)
  await page.goto(url!)
  await visible(form.success)
  await show(900)
  await home()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(visitor.site)
  const google = page.locator('#oauth-google')
  await visible(google)
  await show(1200)
  await google.hover()
  await show(500)
  await google.click()
  await page.waitForURL((address) => address.origin === visitor.provider)
  await show(1500)
  await page.getByRole('link', { name: 'Allow as ada@example.com' }).click()
  await visible(form.success)
  await show(900)
  await home()
  await visitor.leave().catch(() => {})
  const file = (name: string) => join(root, `docs/images/${name}-${scheme}.webp`)
  const { size } = await sharp(frames, { join: { animated: true } })
    .webp({ lossless: true, effort: 4, delay, loop: 0 })
    .toFile(file('log-in'))
  if (size > MOST_BYTES) throw new Error(`The recording has ${size} bytes, and ${MOST_BYTES} are the most`)
  await sharp(frames[0]!).webp({ quality: 80 }).toFile(file('log-in-still'))
  console.log(`${scheme}: ${frames.length} frames, ${delay.reduce((sum, ms) => sum + ms, 0) / 1000} s, ${size} bytes`)
}

/** Records both color schemes. */
export async function recordLogIns(): Promise<void> {
  const { default: sharp } = (await importOnDemand('sharp@0.35.5')) as { default: Sharp }
  for (const scheme of ['light', 'dark'] as const) await record(scheme, sharp)
}
