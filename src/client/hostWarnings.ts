import { pageState } from '../browser/pageState.ts'
import type { Core } from './core.ts'
import type { AnyState } from './session/state.ts'
import type { warnings } from './warnings.ts'

/** Fetches the texts, which come with the code that prepares calls (laterEngine.ts). */
type Prepare = () => Promise<{ warnings: typeof warnings }>

/**
 * The options that say where the provider is, and which of its cookies a client uses. They have no
 * effect with a `backend`.
 */
const ofProvider = ['customBaseUrl', 'endpointOptions', 'endpoints', 'dfppaUrl', 'dfpCdnUrl', 'cookieOptions'] as const

/** Warns on the console that a client is set up wrongly. */
export const warnHost = <SomeState extends AnyState>(
  { warn }: Core<SomeState>,
  prepare: Prepare,
  name: 'secondClient' | 'token' | 'domain' | 'useless',
  subject?: unknown,
): void =>
  void prepare().then(
    ({ warnings: texts }) => texts && warn(texts[name](subject)),
    () => {},
  )

/** Warns about a public token that is not one, and about options that have no effect. */
export const warnAboutOptions = <SomeState extends AnyState>(core: Core<SomeState>, prepare: Prepare): void => {
  const { publicToken, backend, options } = core
  if (backend) {
    const useless = [...(publicToken ? ['the public token'] : []), ...ofProvider.filter((name) => options[name])]
    if (useless.length) warnHost(core, prepare, 'useless', useless)
  } else if (!`${publicToken}`.startsWith('public-token-')) warnHost(core, prepare, 'token', publicToken)
}

/** Warns about a project of organizations behind a client for users, and the other way around. */
export const warnAboutVertical = <SomeState extends AnyState>(
  { brand }: Core<SomeState>,
  prepare: Prepare,
  vertical: string | undefined,
): void => {
  if (vertical && (vertical === 'B2B') !== !!brand.log)
    void prepare().then(
      ({ warnings: texts }) => texts && console.error(brand.prefix, texts.vertical(vertical)),
      () => {},
    )
}

/** Warns about a second client for the same public token or backend on the page. */
export const warnAboutSecondClient = <SomeState extends AnyState>(core: Core<SomeState>, prepare: Prepare): void => {
  const { clients } = pageState()
  const name = core.backend || core.publicToken
  const before = clients.get(name) || 0
  clients.set(name, before + 1)
  core.ended.addEventListener('abort', () => clients.set(name, clients.get(name)! - 1))
  if (before === 1) warnHost(core, prepare, 'secondClient', core.backend)
}
