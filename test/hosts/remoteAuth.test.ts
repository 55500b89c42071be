/**
 * The bridge in front of a Better Auth in another process: the checks of bridges, sign-in with
 * another provider included, landings, and an end of that process. `npm run test:hosts` makes all
 * of the checks; `npm run test:all` only what another process can change.
 */
import '../built/all.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checks } from '../../src/tools/conformance/index.ts'
import { everything } from '../harness/everything.ts'
import { closeElsewhere, createElsewhere } from './elsewhere.ts'
import { leaveNothing } from './newcomer.ts'
import { ownServer } from './ownServer.ts'
import { SHOP, startProvider } from './shop.ts'

const test = suite('a Better Auth in another process')

const { folder, load } = await ownServer()
const provider = await startProvider(load)

test.after(() => {
  provider.close()
  closeElsewhere()
  leaveNothing()
})

const shop = await createElsewhere(load, { folder, file: `${folder}/elsewhere.db` }, provider)
if (!everything) for (const { name, isOffered, run } of checks(shop.bridge)) (isOffered ? test : test.skip)(name, run)

test('a link lands in the browser that asked for it, and in no other; then the process ends: 503, and nobody is signed out', async () => {
  const [who, stranger] = [shop.createVisitor(), shop.createVisitor()]
  const email = `${crypto.randomUUID()}@example.com`
  await who.post('/auth/sdk/v1/magic_links/email/login_or_create', { email, login_magic_link_url: `${SHOP}/login` })
  const link = shop.sent.find(({ to }) => to === email)!.text
  const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  assert.is((await stranger.open(link, { headers: visit })).status, 200)
  assert.is((await who.open(link, { headers: visit })).status, 303)
  const ask = () => who.post('/auth/sdk/v1/sessions/authenticate', {})
  assert.is((await ask()).json.data.user.emails[0].email, email)
  const cookie = who.cookie()
  shop.end()
  const { status, json } = await ask()
  assert.equal([status, json.error_type, who.cookie()], [503, 'service_unavailable', cookie])
  const { location } = await who.open(`${SHOP}/api/auth/callback/google?code=a`)
  assert.is(location, `${SHOP}/?error=server_error`)
})

test.run()
