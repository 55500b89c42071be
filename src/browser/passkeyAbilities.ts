import { pageState } from './pageState.ts'

/**
 * Which ability of the browser is asked for: to create a passkey without a question, or to show
 * only what the device has (WebAuthn Level 3, section 5.1.7).
 */
type Ability = 'conditionalCreate' | 'immediateGet'

/**
 * How long to wait for the browser's answer, in ms. An extension that replaces this API may never
 * answer.
 */
const ABILITIES_TIMEOUT = 1000

const abilities = async (): Promise<Partial<Record<Ability, unknown>> | undefined> => {
  const limit = new Promise<undefined>((resolve) => setTimeout(resolve, ABILITIES_TIMEOUT))
  try {
    return await Promise.race([
      (PublicKeyCredential as unknown as { getClientCapabilities(): Promise<object> }).getClientCapabilities(),
      limit,
    ])
  } catch {}
}

/**
 * Returns whether the browser says that it has an ability. It is asked once per page. False if it
 * does not know the question, or does not answer in time.
 */
export const isAble = async (name: Ability): Promise<boolean> => (await (pageState().passkeyAbilities ??= abilities()))?.[name] === true
