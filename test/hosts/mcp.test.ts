/**
 * Does with examples/mcp what a newcomer does: `npm run dev`, `npm run agent`, a log-in and a
 * consent in the browser, a look at the account, and there the end of the agent's access.
 */
import '../built/all.ts'
import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator } from '../../src/tools/emulator/index.ts'
import { listen } from '../../src/tools/emulator/node.ts'
import { networkNote, ownWidget, until, visible, widget } from '../chromium/visitors.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { freePort } from '../harness/ports.ts'
import { ADDRESS, copiedOut, leaveNothing, start } from './newcomer.ts'
import { ownServer, startServer } from './ownServer.ts'

test.after(async () => {
  await closeBrowser()
  leaveNothing()
})

let folder = ''
test.before(async () => {
  folder = await copiedOut('mcp')
})

/**
 * Presses a button that counts only when the page was in front for half a second, and the pointer
 * was there.
 */
const press = async (page: Page, name: string) => {
  const button = page.getByRole('button', { name, exact: true })
  await visible(button)
  await page.mouse.move(5, 5)
  await page.mouse.move(6, 6)
  await until(async () => (await button.getAttribute('aria-disabled')) === null, 'the moment from which a press counts')
  await button.click()
}

/** The newest code in the outbox. */
const codeIn = async (emulator: string) => {
  const sent = () => fetch(`${emulator}/_emulator/outbox`).then((answer) => answer.json()) as Promise<{ code?: string }[]>
  return until(async () => (await sent()).at(-1)?.code, 'the code')
}

test('npm run dev, npm run agent: the visitor lets the agent in, sees it in their account, and ends its access', async () => {
  const dev = start(folder, 'dev', { PORT: String(await freePort()) })
  const emulator = (await dev.prints(/arrive at (http:\/\/localhost:\d+)\/outbox\/$/m))!
  const address = await dev.prints(ADDRESS)
  assert.match(dev.printed(), `npm run agent -- ${address}/mcp`)
  const agent = start(folder, 'agent', {}, [`${address}/mcp`])
  const asks = await agent.prints(/open (http\S+)/)
  assert.ok(asks.startsWith(`${address}/consent?`), asks)

  const { page, complaints } = await visit()
  await page.goto(asks)
  await widget(page).email.fill('ada@example.com')
  await page.keyboard.press('Enter')
  await visible(widget(page).codeAwaited)
  await page.keyboard.type(await codeIn(emulator))
  await visible(page.getByText('Notes agent').first())
  await visible(page.getByText('Read your notes'))
  await press(page, 'Allow')
  await visible(page.getByText('The agent is let in.'))
  assert.is(await agent.prints(/The notes: (.*)/), 'Water the plants')

  await page.goto(address)
  await page.getByRole('button', { name: /Notes agent/ }).click()
  await visible(page.getByText(/Notes agent.*\?/))
  await press(page, 'Remove')
  await agent.prints(/The agent is no longer let in\./)
  assert.equal(complaints, [])
  await page.context().close()
  await dev.interrupt()
})

test('BACKEND, one variable: the same agent is let in by Better Auth, and refused after the visitor has removed it', async () => {
  const port = String(await freePort())
  const resource = `http://localhost:${port}/mcp`
  const { folder: example, load } = await ownServer()
  const own = await startServer(example, { RESOURCES: resource })
  const server = start(folder, 'start', { BACKEND: own.url, PORT: port })
  await server.prints(ADDRESS)
  // agents in pages of other sites read these, and are sent no cookie
  for (const path of ['/.well-known/oauth-authorization-server/api/auth', '/api/auth/oauth2/register', '/api/auth/oauth2/token']) {
    const { headers } = await fetch(own.url + path, { method: 'OPTIONS', headers: { origin: 'https://agent.example' } })
    const allowed = ['allow-origin', 'allow-credentials'].map((name) => headers.get(`access-control-${name}`))
    assert.equal(allowed, ['*', null], path)
  }
  const agent = start(folder, 'agent', {}, [resource])
  const asks = await agent.prints(/open (http\S+)/)
  assert.ok(asks.startsWith(`${own.url}/api/auth/oauth2/authorize?`), asks)

  const { page, complaints } = await visit()
  await page.goto(asks)
  await ownWidget(page).email.fill('ada@example.com')
  await page.keyboard.press('Enter')
  await ownWidget(page).emailMeLink.click()
  // the link leads back to what the agent has asked
  await page.goto(await own.program.prints(/(http:\S+token=\S+)/))
  await visible(page.getByText('Read your notes'))
  await visible(page.getByText('Notes agent').first())
  await page.getByRole('checkbox', { name: 'Add notes' }).uncheck()
  await press(page, 'Allow')
  await visible(page.getByText('The agent is let in.'))
  assert.is(await agent.prints(/The notes: (.*)/), 'Water the plants')

  await page.goto(`http://localhost:${port}`)
  await visible(page.getByText('signed in as ada@example.com'))
  await ownWidget(page).menuOf('Notes agent').click()
  await ownWidget(page).remove.click()
  await press(page, 'Remove')
  await agent.prints(/The agent is no longer let in\./)

  // an app that wants a newer log-in gets one, in place
  const { createClient } = await load('@libsql/client')
  const tenMinutesAgo = new Date(Date.now() - 600_000).toISOString()
  await createClient({ url: `file:${example}/app.db` }).execute({ sql: 'update session set createdAt = ?', args: [tenMinutesAgo] })
  await page.goto(`${asks}&max_age=300`)
  const send = page.getByRole('dialog').getByRole('button', { name: 'Send a code to ada@example.com' })
  await send.click()
  await ownWidget(page).code.focus()
  await page.keyboard.type(await own.program.prints(/code is (\d+)/))
  await visible(page.getByText('Read your notes'))
  assert.equal(
    complaints.filter((complaint) => !networkNote.test(complaint)),
    [],
  )
  await page.context().close()
  await server.interrupt()
  await own.program.interrupt()
})

test('npm start, with the values of a project: it serves its metadata, and refuses a visitor without a token', async () => {
  const emulator = createEmulator()
  const provider = await listen(emulator, { port: 0 })
  const { project_id, secret } = emulator
  const port = String(await freePort())
  const origin = `http://localhost:${port}`
  const server = start(folder, 'start', {
    STYTCH_PROJECT_ID: project_id,
    STYTCH_SECRET: secret,
    STYTCH_PUBLIC_TOKEN: 'public-token-test-example',
    STYTCH_BASE_URL: provider.url,
    PORT: port,
  })
  await server.prints(ADDRESS)
  const refused = await fetch(`${origin}/mcp`, { method: 'POST' })
  const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
  assert.is(refused.status, 401)
  assert.match(refused.headers.get('www-authenticate')!, `resource_metadata="${metadata}"`)
  const { resource, authorization_servers } = (await (await fetch(metadata)).json()) as Record<string, unknown>
  assert.equal([resource, authorization_servers], [`${origin}/mcp`, [provider.url]])
  const consent = await fetch(`${origin}/consent`)
  assert.match(consent.headers.get('content-security-policy')!, "form-action 'none'")
  await server.interrupt()
  await provider.close()
  emulator.close()
})

test.run()
