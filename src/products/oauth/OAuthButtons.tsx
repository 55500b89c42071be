import { useLayoutEffect, useState, type ReactElement } from 'react'
import { text } from '../../api/kinds.ts'
import { ChunkContent } from '../../ui/chunks/ChunkContent.tsx'
import { chunk, useChunk, type Chunk } from '../../ui/chunks/chunk.ts'
import type { OAuthProviderConfig } from '../../ui/host/config.ts'
import { useUi } from '../../ui/context.ts'
import { attributesOf } from '../../ui/fields/Button.tsx'
import { Inline } from '../../ui/fields/Field.tsx'
import type { LastUsed } from '../../ui/visitor/lastMethod.ts'
import { useSheet } from '../../ui/looks/sheets.ts'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words/translator.ts'
import type { OAuthProvider } from '../../api/entities.ts'
import { isInAppBrowser } from './isInAppBrowser.ts'
import { ProviderLogo } from './ProviderLogo.tsx'
import sheet from './oauth.css'
import { oauthProviders } from '../../api/oauthProviders.ts'
import { buttonWords, words } from './providerWords.ts'

/**
 * How long the page may take to leave before its buttons work again, in ms. It stays if the answer
 * is a download.
 */
const LEAVING_TIMEOUT = 5000

/** Resolves when the visitor is back on the page, or if the page does not leave. */
const untilBack = () =>
  new Promise<unknown>((resolve) => {
    addEventListener('pageshow', resolve, { once: true })
    setTimeout(resolve, LEAVING_TIMEOUT)
  })

const inAppBrowserNotice = chunk(() => import('./InAppBrowserNotice.tsx'))
const providerReturn = chunk(() => import('./ProviderReturn.tsx'))

type Calls = Chunk<typeof import('./oauthCalls.ts')>

/**
 * The buttons that lead to OAuth providers, in the order of the configuration. `alone`: there is no
 * other way to sign in.
 */
export function OAuthButtons({
  providers,
  alone,
  calls,
  lastUsed,
}: {
  providers: readonly OAuthProviderConfig[]
  alone: boolean
  calls: Calls
  lastUsed: LastUsed
}) {
  const { core, config, kit, styles, visit, suffix, look } = useUi()
  const later = look?.quartzLater.now
  const t = useWords(words)
  const labelOf = useWords(buttonWords(t.raw('oauth.continueWith')))
  const task = useTask()
  const [current, setCurrent] = useState<string>()
  const [inApp, setInApp] = useState(false)
  const [isBack, setIsBack] = useState(false)
  useSheet(sheet)
  // before the first paint, but after the first rendering, because the server that has rendered the
  // buttons could not know it
  useLayoutEffect(() => {
    setInApp(isInAppBrowser(navigator))
    setIsBack(/[?&]error=/.test(location.search))
  }, [])
  const nameOf = (type: string): string =>
    text(providers.find((provider) => provider.type === type)?.name) ||
    (Object.hasOwn(oauthProviders, type) && oauthProviders[type as OAuthProvider]) ||
    type.replace(/^./, (letter) => letter.toUpperCase())
  const begin = ({ type }: OAuthProviderConfig) => {
    // a press of a prerendered button comes before the button gives way
    if (task.busy || task.waiting || (isInAppBrowser(navigator) && type === 'google')) return
    setCurrent(type)
    void task.run(async () => {
      const { signal } = visit.peek()
      const { oauthStartUrl, navigate } = await calls.load()
      const address = await oauthStartUrl(core, type, (await kit.load()).oauthStartOptions(config, type))
      if (signal.aborted) return
      navigate(address)
      await untilBack()
    })
  }
  const prompted = providers.find(({ type, one_tap }) => one_tap && type === 'google')
  const social = styles.buttons?.social
  const rows = (visible: readonly OAuthProviderConfig[], grid: boolean, more?: ReactElement) => (
    <div className={'lk-oauth' + (grid ? ' lk-grid' : '')}>
      {visible.map((provider) => {
        const { type } = provider
        if (inApp && type === 'google') {
          return (
            // as high before it has loaded as it is on the narrowest phone (inAppBrowserNotice.css)
            <div key={type} style={{ minHeight: '10em' }}>
              <ChunkContent chunk={inAppBrowserNotice}>{({ InAppBrowserNotice }) => <InAppBrowserNotice />}</ChunkContent>
            </div>
          )
        }
        const known = Object.hasOwn(oauthProviders, type) && oauthProviders[type as OAuthProvider]
        const name = nameOf(type)
        const label = known === name ? labelOf(`oauth.continueWith${known}`) : t('oauth.continueWith', { type: name })
        const busy = task.busy && current === type
        const mark = lastUsed(`oauth_${type}`)
        const button = (
          <button
            key={type}
            type="button"
            id={`oauth-${type}${suffix}`}
            className="lk-button lk-secondary lk-provider"
            // what the button says is a part of its name (WCAG 2.2, 2.5.3)
            aria-label={!grid ? undefined : mark ? `${label}, ${mark.props.children}` : label}
            {...attributesOf({ busy: task.busy, waiting: current === type ? task.waiting : undefined }, () => begin(provider))}
            aria-busy={busy}
          >
            {busy ? <i className="lk-spin" /> : <ProviderLogo type={type} url={text(provider.logoUrl)} />}
            <span>{grid ? name : label}</span>
            {mark}
          </button>
        )
        return provider === prompted ? <ButtonWithPrompt key={type} {...{ provider, alone, calls, button }} /> : button
      })}
      {more}
      <Inline>{task.error}</Inline>
    </div>
  )
  const buttons = later ? (
    <later.Folded items={providers} social={social} wasLast={({ type }) => lastUsed(`oauth_${type}`)}>
      {rows}
    </later.Folded>
  ) : (
    rows(providers, social === 'grid')
  )
  if (!isBack) return buttons
  return (
    <div className="lk-stack">
      <ChunkContent chunk={providerReturn}>{({ ProviderReturn }) => <ProviderReturn nameOf={nameOf} />}</ChunkContent>
      {buttons}
    </div>
  )
}

/** Google's button with Google's prompt, or without it if the prompt's code cannot be fetched. */
function ButtonWithPrompt({ calls, ...props }: { provider: OAuthProviderConfig; alone: boolean; calls: Calls; button: ReactElement }) {
  const [prompt] = useState(() => chunk(async () => (await calls.load()).oneTap.load()))
  const { module, failed } = useChunk(prompt)
  return module ? <module.OneTapPrompt {...props} /> : failed ? props.button : <div className="lk-one-tap" />
}
