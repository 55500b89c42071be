/**
 * Tests the integrity of what we deliver: the snippet, the loader and every chunk, and what a wrong
 * hash does (docs/decisions/README.md#strict-content-security-policies-hold).
 */
import '../built/all.ts'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { snippet } from '../../src/tools/snippet/snippet.ts'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import { chunks } from './embedChunks.ts'
import {
  alertOf,
  codes,
  each,
  hostPage,
  PUBLIC_TOKEN,
  until,
  visible,
  visiting,
  visitingInAll,
  widget,
  type Arrangement,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

const read = <T>(path: string) => JSON.parse(readFileSync(new URL(`../../dist/${path}`, import.meta.url), 'utf8')) as T
const release = read<Record<string, string>>('sri.json')

const config = codes('sms')

/** A page with the built snippet, or with only its script tag if `lone` is set. */
const host = (lone = false): Arrangement => ({
  path: null,
  handsOn: true,
  html: (_, provider) => {
    const text = snippet({ publicToken: PUBLIC_TOKEN, element: '#login', config, baseUrl: provider }, chunks)
    return hostPage(`<div id="login"></div>${lone ? text.split('\n').at(-1) : text}`)
  },
})

const askForCode = async (page: Page) => {
  await widget(page).phone.pressSequentially('2133734253')
  await widget(page).continueWithText.click()
}

const finish = async ({ page, message, session }: Visitor) => {
  await visible(widget(page).codeAwaited)
  await page.keyboard.type((await message()).code!)
  await visible(widget(page).success)
  assert.ok(await session())
}

const signIn = async (visitor: Visitor) => {
  await askForCode(visitor.page)
  await finish(visitor)
}

/** The files that the page has loaded, each with the integrity that the page required. */
const fetched = (page: Page) =>
  page.evaluate(() => {
    const asked = [...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[integrity], script[integrity]')].map(
      (element) => [('href' in element ? element.href : element.src).split('/embed/')[1]!, element.integrity] as const,
    )
    const files = performance.getEntriesByType('resource').flatMap(({ name }) => name.split('/embed/')[1] ?? [])
    return [...new Set(files)].map((file) => [file, asked.find(([name]) => name === file)?.[1]] as const)
  })

visiting(
  'every file of a complete sign-in has its own integrity, as in dist/sri.json, with the snippet and with its tag alone',
  async (arrive) => {
    await each([false, true], async (lone) => {
      const visitor = await arrive(host(lone))
      await visitor.page.goto(visitor.site)
      await signIn(visitor)
      const files = await fetched(visitor.page)
      for (const name of ['embed', 'widget', 'integrity', 'engine', 'otp', 'kit', 'numbers', 'callingCodes1x']) {
        assert.ok(
          files.some(([file]) => file === chunks[name]!.file),
          name,
        )
      }
      await visitor.leave()
      for (const [file, integrity] of files) {
        const content = readFileSync(new URL(`../../dist/embed/${file}`, import.meta.url))
        const digest = (by: string) => `${by}-${createHash(by).update(content).digest('base64')}`
        assert.is(release[`embed/${file}`], digest('sha384'), file)
        assert.ok([digest('sha384'), digest('sha256')].includes(integrity!), `${file}: ${integrity}`)
      }
    })
  },
)

/** Changes this file in transit. */
const tamper = (page: Page, file: string) =>
  page.route(`**/embed/${file}*`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()}\n;window.pwned = true` })
  })

const pwned = (page: Page) => page.evaluate(() => 'pwned' in window)

visiting('a wrong hash fails closed: a changed file does not run', async (arrive) => {
  const cases = [false, true].flatMap((lone) =>
    ['embed', 'widget', 'integrity', 'methods', 'otp', 'kit', 'engine', 'numbers', 'callingCodes1x'].map((name) => ({ name, lone })),
  )
  await each(sample(cases, 2), async ({ name, lone }) => {
    // The browser reports it on the console, and so does the loader if there is no widget.
    const visitor = await arrive({ ...host(lone), expected: /integrity|Did not come as released/ })
    const { page } = visitor
    await tamper(page, chunks[name]!.file)
    await page.goto(visitor.site)
    const refused = () =>
      until(
        () => visitor.complaints.find((text) => text.includes('integrity') && text.includes(chunks[name]!.file)),
        `the refusal of ${name}`,
      )
    if (['embed', 'widget'].includes(name)) {
      await refused()
      if (name === 'widget')
        await until(() => visitor.complaints.join().includes('[Latchkey] Did not come as released: widget.js'), 'the error')
      await visitor.idle()
      assert.is(await page.locator('[data-latchkey]').count(), 0)
    } else if (['methods', 'otp'].includes(name) || (name === 'integrity' && lone)) {
      assert.is(await alertOf(page), 'Unable to contact our servers.')
      await visible(widget(page).tryAgain)
    } else {
      await askForCode(page)
      await refused()
      await visitor.idle()
    }
    assert.not(await pwned(page), `${name} ran`)
    assert.is(await visitor.session(), undefined)
    await visitor.leave()
  })
})

visitingInAll('the released snippet also checks the files that load later', async (arrive) => {
  const visitor = await arrive({
    path: null,
    expected: /integrity|Did not come as released/,
    html: (_, provider) => {
      const text = snippet({ publicToken: PUBLIC_TOKEN, element: '#login', config, baseUrl: provider }, chunks).split('\n').at(-1)!
      return hostPage(`<div id="login"></div>${text.replace(' async', ' data-when="idle" async')}`)
    },
  })
  await tamper(visitor.page, chunks.when!.file)
  await visitor.page.goto(visitor.site)
  await until(() => visitor.complaints.join().includes('[Latchkey] Did not come as released: when.js'), 'the error')
  assert.not(await pwned(visitor.page))
})

visitingInAll('without their hashes, the files of these tests would run', async (arrive) => {
  await each(['embed', 'widget', 'otp', 'numbers'], async (name) => {
    const visitor = await arrive({ config, path: null, handsOn: true })
    await tamper(visitor.page, chunks[name]!.file)
    await visitor.page.goto(visitor.site)
    await widget(visitor.page).phone.pressSequentially('2133734253')
    await until(() => pwned(visitor.page), `${name} runs`)
    await visitor.leave()
  })
})

visitingInAll('an integrity that no browser can check is refused, and named on the console', async (arrive) => {
  const text = snippet({ publicToken: PUBLIC_TOKEN, element: '#login', config }, chunks).split('\n').at(-1)!
  const [released] = /(?<=data-integrity=")[^"]*/.exec(text)!
  const with_ = (hash: string) => released.replace(/sha384-\S+?(?=,| |$)/g, hash)
  const wrong = [
    'no hash',
    '',
    // Hashes without files, unknown algorithms, invalid base64, one that is too short, and a file
    // without a hash.
    released.replace(/\S+ (sha384-\S+)[^,]*/g, '$1'),
    released.replaceAll('sha384', 'sha999'),
    with_(`sha384-${'!'.repeat(64)}`),
    with_('sha384-abc'),
    `${released}, c/otp.js`,
    `${released}, c/otp.js sha384`,
  ]
  const visitor = await arrive({
    path: null,
    expected: /data-integrity/,
    pages: () =>
      Object.fromEntries(
        wrong.map((value, at) => [`/${at}`, { html: hostPage(`<div id="login"></div>${text.replace(released, value)}`) }]),
      ),
  })
  for (const [at, value] of wrong.entries()) {
    await visitor.page.goto(`${visitor.site}/${at}`)
    const said = await until(() => visitor.complaints.splice(0)[0], `the complaint about '${value}'`)
    assert.match(said, `[Latchkey] Wrong data-integrity: ${value}`)
    assert.equal(
      (await fetched(visitor.page)).map(([file]) => file),
      ['embed.js'],
    )
  }
})

visitingInAll('a valid hash that matches nothing fails closed', async (arrive) => {
  const text = snippet({ publicToken: PUBLIC_TOKEN, element: '#login', config }, chunks).split('\n').at(-1)!
  for (const hash of [`sha384-${'A'.repeat(64)}`, `sha384-${'_'.repeat(64)}`]) {
    const visitor = await arrive({
      expected: /integrity|Did not come as released/,
      html: () => hostPage(`<div id="login"></div>${text.replace(/(?<=, widget\.js )[^,]+/, hash)}`),
    })
    await until(() => visitor.complaints.join().includes('[Latchkey] Did not come as released: widget.js'), `the refusal of ${hash}`)
    assert.is(await visitor.page.locator('[data-latchkey]').count(), 0)
  }
})

visitingInAll('a file that failed to load can be tried again, and is still checked', async (arrive) => {
  await each(['integrity', 'methods', 'otp', 'kit'], async (name) => {
    const visitor = await arrive({ ...host(true), expected: /integrity/ })
    const { page } = visitor
    const { file } = chunks[name]!
    let now: 'gone' | 'changed' | 'as released' = 'gone'
    await page.route(`**/embed/${file}*`, async (route) => {
      if (now === 'gone') return route.abort()
      if (now === 'as released') return route.continue()
      return route.fulfill({ response: await route.fetch(), body: 'window.pwned = true' })
    })
    await page.goto(visitor.site)
    // the form stays, with a message, where its own work has to load more
    const again = name === 'kit' ? widget(page).continueWithText : widget(page).tryAgain
    if (name === 'kit') await askForCode(page)
    assert.is(await alertOf(page), 'Unable to contact our servers.')
    now = 'changed'
    await again.click()
    assert.is(await alertOf(page), 'Unable to contact our servers.')
    assert.not(await pwned(page), `${name} ran`)
    now = 'as released'
    await again.click()
    await (name === 'kit' ? finish(visitor) : signIn(visitor))
    await visitor.leave()
  })
})

const WRONG = `sha384-${'A'.repeat(64)}`

const links: Record<string, (link: string) => string> = {
  'has another hash': (link) => link.replace(/sha384-[^"]*/, WRONG),
  'has no hash': (link) => link.replace(/ integrity="[^"]*"/, ''),
  'has a hash that no browser can check': (link) => link.replace('sha384-', 'sha999-'),
  'is missing': () => '',
}

visitingInAll('a bad link in the page lets no wrong file through', async (arrive) => {
  await each(Object.keys(links), async (name) => {
    const visitor = await arrive({
      path: null,
      handsOn: true,
      expected: /integrity|Did not come as released/,
      html: (_, provider) => {
        const text = snippet({ publicToken: PUBLIC_TOKEN, element: '#login', config, baseUrl: provider }, chunks)
        return hostPage(`<div id="login"></div>${text.replace(/<link[^>]*\/otp\.[^>]*>/, links[name]!)}`)
      },
    })
    const { page } = visitor
    let changed = true
    await page.route(`**/embed/${chunks.otp!.file}*`, async (route) =>
      changed
        ? route.fulfill({ response: await route.fetch(), body: `${await (await route.fetch()).text()};window.pwned = true` })
        : route.continue(),
    )
    await page.goto(visitor.site)
    assert.is(await alertOf(page), 'Unable to contact our servers.', name)
    assert.not(await pwned(page), name)
    // The right file loads, with the hash of our table if the link was wrong.
    changed = false
    await widget(page).tryAgain.click()
    await signIn(visitor)
    await visitor.leave()
  })
})

visitingInAll('a bad link to the widget itself lets no wrong widget through, even if another URL has the right one', async (arrive) => {
  await each(Object.keys(links), async (name) => {
    const visitor = await arrive({
      path: null,
      handsOn: true,
      expected: /integrity|Did not come as released|Wrong integrity/,
      html: (_, provider) => {
        const text = snippet({ publicToken: PUBLIC_TOKEN, element: '#login', config, baseUrl: provider }, chunks)
        return hostPage(`<div id="login"></div>${text.replace(/<link[^>]*\/widget\.js[^>]*>/, links[name]!)}`)
      },
    })
    const { page } = visitor
    await page.route(/\/embed\/widget\.js$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${await response.text()};window.pwned = true` })
    })
    await page.goto(visitor.site)
    await until(
      () => /\[Latchkey\] (Did not come as released: widget\.js|Wrong integrity: widget\.js)/.test(visitor.complaints.join()),
      `the refusal, where the link ${name}`,
    )
    await visitor.idle()
    assert.not(await pwned(page), name)
    await visitor.leave()
  })
})

test.run()
