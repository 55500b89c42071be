/**
 * Does with each example what a newcomer does, with the package as npm would publish it:
 * `npm install`, `npm run dev`, a log-in with the code from the outbox, a sign-out,
 * `latchkey doctor`, Ctrl-C, and its production build. next.test.ts does it with those on Next.js,
 * playwright.test.ts runs the tests of examples/playwright.
 */
import '../built/all.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator } from '../../src/tools/emulator/index.ts'
import { listen } from '../../src/tools/emulator/node.ts'
import { until, visible } from '../chromium/visitors.ts'
import { closeBrowser } from '../harness/browser.ts'
import { freePort } from '../harness/ports.ts'
import { ADDRESS, copiedOut, leaveNothing, nothingFound, run, signInAndOut, start, tryOut } from './newcomer.ts'

/**
 * The examples, in this order, and the script of each that has something to build, or a server for
 * production.
 */
const examples = {
  html: {},
  express: { production: 'start', after: 'html' },
  vue: { production: 'preview' },
  svelte: { production: 'preview', after: 'vue' },
  react: { production: 'preview', after: 'svelte' },
  astro: { production: 'preview' },
} satisfies Record<string, { production?: string; after?: string }>
type Name = keyof typeof examples

/**
 * The folders of those that are installed. Each takes over the packages of the one that it comes
 * after.
 */
const folders: Partial<Record<Name, string>> = {}
test.after(async () => {
  await closeBrowser()
  leaveNothing()
})

const edit = (file: string, change: (text: string) => string) => {
  const before = readFileSync(file, 'utf8')
  const after = change(before)
  assert.is.not(after, before, `${file} can be edited as this test does`)
  writeFileSync(file, after)
}

/**
 * The first change that a newcomer makes: a title of their own, which they can type, to see that
 * the form follows the state of their application.
 */
const withTitle: Partial<Record<Name, { file: string; change: (text: string) => string }>> = {
  react: {
    file: 'src/App.tsx',
    change: (text) =>
      `import { useState } from 'react'\n${text}`
        .replace('const client', "const [title, setTitle] = useState('Welcome')\n  const client")
        .replace(
          '<Login config={config} />',
          "<><label>Title <input value={title} onChange={(event) => setTitle(event.target.value)} /></label><Login config={config} strings={{ 'login.title': title }} /></>",
        ),
  },
  vue: {
    file: 'src/App.vue',
    change: (text) =>
      text
        .replace('const user', "const title = ref('Welcome')\nconst user")
        .replace('import type', "import { ref } from 'vue'\nimport type")
        .replace(
          /<latchkey-login v-else (.*)\/>/,
          '<template v-else><label>Title <input v-model="title" /></label><latchkey-login $1 :strings="{ \'login.title\': title }" /></template>',
        ),
  },
  svelte: {
    file: 'src/App.svelte',
    change: (text) =>
      text
        .replace('let user', "let title = $state('Welcome')\nlet user")
        .replace('<latchkey-login', "<label>Title <input bind:value={title} /></label><latchkey-login strings={{ 'login.title': title }}"),
  },
}

/** Changes the application while its development server runs. */
const changing = (name: Name) => async (page: Page) => {
  const { file, change } = withTitle[name]!
  edit(join(folders[name]!, file), change)
  await visible(page.getByRole('heading', { name: 'Welcome' }))
  await page.getByLabel('Title').fill('Good morning')
  await visible(page.getByRole('heading', { name: 'Good morning' }))
}

/**
 * The server of examples/express sends a strict policy, and shows /account to those whose session
 * it has checked.
 */
const isStrict = async (address: string) => {
  const page = await fetch(address)
  const policy = page.headers.get('content-security-policy')!
  assert.match(
    policy,
    /default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self' 'sha256-[^']+'; connect-src http:\/\/localhost:\d+;/,
  )
  assert.not.match(policy, 'unsafe')
  assert.match(await page.text(), '<input id="email-input"')
  for (const Cookie of ['', 'stytch_session_jwt=forged']) {
    const answer = await fetch(`${address}/account`, { headers: { Cookie }, redirect: 'manual' })
    assert.equal([answer.status, answer.headers.get('location')], [302, '/'])
  }
}

for (const [name, { production, after }] of Object.entries(examples) as [Name, { production?: string; after?: Name }][]) {
  test(`${name}: npm install, npm run dev, a log-in with the code from the outbox, a sign-out, Ctrl-C`, async () => {
    const folder = await copiedOut(name, after && folders[after])
    folders[name] = folder
    if (name === 'html') {
      // Its pages have no build that could tell them the port.
      const port = String(await freePort())
      for (const file of ['package.json', 'page.js']) edit(join(folder, file), (text) => text.replaceAll('4101', port))
    }
    await tryOut(folder, { PORT: String(await freePort()) }, async (page, address) => {
      if (name === 'express') await isStrict(address)
      if (!production) await nothingFound(page, address)
      if (withTitle[name]) await changing(name)(page)
    })
  })

  if (production)
    test(`${name}: npm run build, with the values of a project; its visitor signs in and out, the doctor finds nothing`, async () => {
      const folder = folders[name]!
      const emulator = createEmulator()
      const provider = await listen(emulator, { port: 0 })
      const { project_id, secret } = emulator
      const port = await freePort()
      const project = {
        STYTCH_PROJECT_ID: project_id,
        STYTCH_SECRET: secret,
        STYTCH_PUBLIC_TOKEN: 'public-token-test-example',
        STYTCH_BASE_URL: provider.url,
        PORT: String(port),
      }
      if ('build' in JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts) await run(folder, 'build', project)
      if (name === 'astro') assert.match(readFileSync(join(folder, 'dist/index.html'), 'utf8'), '<input id="email-input"')
      const server = start(folder, production, project)
      const page = await signInAndOut(await server.prints(ADDRESS), () => until(() => emulator.outbox().at(-1)?.code, 'the code'))
      await nothingFound(page, await server.prints(ADDRESS))
      await page.context().close()
      if (name === 'express') {
        // A port that is taken is reported, and the emulator ends too.
        const second = start(folder, 'dev', { PORT: String(port) })
        await second.prints(new RegExp(`Port ${port} is taken`))
        await second.interrupt()
      }
      await server.interrupt()
      await provider.close()
      emulator.close()
    })
}

test.run()
