import * as assert from 'uvu/assert'
import type { EmulatorOptions } from '../../../../../src/tools/emulator/index.ts'
import { serving } from '../../server/serving.ts'
import { checkAnswers } from '../../server/checkAnswers.ts'
import { createVisitor, PT } from '../../visitor.ts'

export const PASSWORD = 'vRIQomL!faE2S44s'
export const SECRET = 'JBSWY3DPEHPK3PXP'

/**
 * Runs an emulator with the organization Acme: Ada, an administrator with a password, and Bob.
 * `members` is the SDK's client, which also throws if an answer is not as the SDK's declarations
 * promise.
 */
export const atAcme = async (use: (at: AtAcme) => Promise<void>, project: EmulatorOptions['project'] = {}) =>
  serving(async (at) => use(await acmeOf(at)), {
    project: { vertical: 'B2B', ...project },
    seed: {
      organizations: [
        {
          organization_name: 'Acme',
          organization_slug: 'acme',
          members: [
            { email_address: 'ada@example.com', roles: ['stytch_admin'], password: PASSWORD },
            { email_address: 'bob@example.com', impersonation_token: 'become-bob' },
          ],
        },
      ],
    },
  })

const acmeOf = async ({ emulator, members: client, url, ...at }: Parameters<Parameters<typeof serving>[0]>[0]) => {
  const members = checkAnswers(client, 'B2BClient')
  const { organization } = await members.organizations.get({ organization_id: 'acme' })
  const { organization_id } = organization
  const ofAddress = async (email_address: string) => (await members.organizations.members.get({ organization_id, email_address })).member
  const newest = () => emulator.outbox().at(-1)!
  return {
    ...at,
    emulator,
    url,
    members,
    organization_id,
    ada: await ofAddress('ada@example.com'),
    bob: await ofAddress('bob@example.com'),
    ofAddress,
    newest,
    /** The token of the newest email. */
    token: () => new URL(newest().url!).searchParams.get('token')!,
    /** A browser of its own. */
    browser: () => createVisitor(emulator),
    /** Signs a member of Acme in, without a screen. */
    sessionOf: (email: string) => emulator.signIn({ email, organization: 'acme' }),
    /**
     * Follows the first link of a stand-in page of another provider to this address, as its visitor
     * does. Returns the token.
     */
    visit: async (path: string, email: string, query: Record<string, string> = {}) => {
      const page = await (await fetch(`${url}${path}?${new URLSearchParams({ public_token: PT, ...query })}`)).text()
      const action = /<form action="([^"]+)"/.exec(page)?.[1] ?? assert.unreachable(page)
      const back = await fetch(`${url}${action}?${new URLSearchParams({ email })}`, { redirect: 'manual' })
      return new URL(back.headers.get('location')!).searchParams.get('token')!
    },
  }
}

export type AtAcme = Awaited<ReturnType<typeof acmeOf>>
