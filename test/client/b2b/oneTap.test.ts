/**
 * Tests Google One Tap for members, for whom the API itself returns the project's Google client,
 * without a frame.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bootstrap, ok } from '../answers.ts'
import { PT, settle, until } from '../fakeBrowser.ts'
import { open } from './member.ts'

const test = suite('One Tap of members')

const START = '/b2b/oauth/google/onetap/start'
const ways = {
  'an organization': {
    options: { organization_id: 'organization-test-1', login_redirect_url: 'https://l.test', signup_redirect_url: 'https://s.test' },
    path: '/b2b/oauth/google/onetap/submit',
  },
  discovery: { options: { discovery_redirect_url: 'https://d.test' }, path: '/b2b/oauth/google/onetap/discovery/submit' },
}

for (const [name, { options, path }] of Object.entries(ways)) {
  for (const pkce of [true, false]) {
    test(`${name}${pkce ? ', with a proof key' : ''}: loads the Google client, shows the prompt, submits its credential, redirects`, async () => {
      const left: string[] = []
      const { browser, client, tab } = open(
        {
          [`GET /projects/bootstrap/${PT}`]: () => ok(bootstrap({ vertical: 'B2B', pkce_required_for_oauth: pkce })),
          [`GET ${START}`]: () => ok({ google_client_id: 'google-client' }),
          [`POST ${path}`]: () => ok({ redirect_url: 'https://app.example.com/done' }),
        },
        { left },
      )
      let given: { client_id: string; cancel_on_tap_outside: boolean; callback(answer: object): void } | undefined
      let tell: ((moment: object) => void) | undefined
      tab.window.document.head.append = ((script: HTMLScriptElement) =>
        queueMicrotask(() => {
          Object.assign(tab.window, {
            google: {
              accounts: {
                id: {
                  initialize: (options: never) => {
                    given = options
                  },
                  prompt: (told: never) => {
                    tell = told
                  },
                },
              },
            },
          })
          script.onload!({} as never)
        })) as never
      const { googleOneTap } = client.oauth
      const more = { cancel_on_tap_outside: false }
      const starting =
        name === 'discovery' ? googleOneTap.discovery.start({ ...options, ...more }) : googleOneTap.start({ ...options, ...more } as never)
      ;(await until(() => tell, 'the prompt'))({ isDisplayed: () => true })
      assert.equal(await starting, { success: true })
      assert.equal([given!.client_id, given!.cancel_on_tap_outside], ['google-client', false])
      given!.callback({ credential: 'id-token' })
      await until(() => left.length, 'the way out')
      await settle()
      const { pkce_code_challenge, ...body } = browser.to(path)[0]!.body as Record<string, string>
      assert.equal(body, { id_token: 'id-token', ...options })
      assert.is(/^[\w-]{43}$/.test(pkce_code_challenge ?? ''), pkce)
      assert.equal(left, ['https://app.example.com/done'])
    })
  }
}

test.run()
