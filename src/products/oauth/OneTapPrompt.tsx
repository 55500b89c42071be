import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { LatchkeySDKError } from '../../api/errors.ts'
import { isTest } from '../../client/hosts.ts'
import { placeHere, startOneTap } from '../../client/oneTap.ts'
import type { OAuthProviderConfig } from '../../ui/config.ts'
import { useUi } from '../../ui/context.ts'
import kitSheet from '../../ui/kit.css'
import { Message } from '../../ui/Message.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useSheet } from '../../ui/sheets.ts'
import { explained } from '../../ui/task.ts'
import { useWords } from '../../ui/words.ts'
import sheet from './oneTap.css'
import { words } from './oneTapWords.ts'

/** Where Google's script puts an embedded prompt (wire.md 2.7). */
const PARENT = 'google-parent-prompt'

/** Height of the area while the prompt is on its way, in px, and how long its height rests before the area follows, in ms (spec section 9). */
const HEIGHT = 47
const DEBOUNCE = 100

/** How long the button may wait for a prompt that has its place, and for a page to leave once an account is chosen, in ms: no visitor is without a way in for longer. */
const PATIENCE = 5000
const LEAVING = 25_000

/** What a reason of Google's or an `error_type` of the provider's says of the set-up. */
const faults: [RegExp, keyof typeof words][] = [
  [/origin/, 'oneTap.error.origin'],
  [/client/, 'oneTap.error.clientId'],
  [/oauth_config_not_found/, 'oneTap.error.noClient'],
  [/redirect_url/, 'oneTap.error.noRedirectUrls'],
  [/default_provider/, 'oneTap.error.defaultProvider'],
]

/**
 * Google's prompt with its button (spec sections 2 and 9; wire.md 2.7). An embedded prompt takes the button's place until it is cancelled or fails; with a
 * floating one the button shows. `alone`: a floating prompt that is all there is shows without a card, until it is over.
 */
export function OneTapPrompt({ provider, alone, button }: { provider: OAuthProviderConfig; alone: boolean; button: ReactElement }) {
  const ui = useUi()
  const t = useWords(words)
  const [place] = useState(() => placeHere(provider.position))
  const [stage, setStage] = useState<'pending' | 'shown' | 'chosen' | 'over'>('pending')
  const [height, setHeight] = useState(HEIGHT)
  const [error, setError] = useState<ReactNode>()
  const area = useRef<HTMLDivElement>(null)
  useSheet(kitSheet)
  useSheet(sheet)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let limit: ReturnType<typeof setTimeout>
    const after = (ms: number, act: () => void) => {
      clearTimeout(limit)
      limit = setTimeout(act, ms)
    }
    const end = () => {
      clearTimeout(limit)
      setStage('over')
    }
    /** The prompt is over; a fault of the set-up is for the developer to see. */
    const endBy = (reason = '', thrown?: unknown) => {
      if (signal.aborted) return
      end()
      const fault = faults.find(([pattern]) => pattern.test(reason))?.[1]
      if (fault && isTest(ui.core.publicToken)) setError(t(fault))
      if (thrown || fault) ui.fail(thrown || { message: t(fault!) })
    }
    const begin = async () => {
      if (place === 'embedded') {
        // there is one prompt a page
        if (document.getElementById(PARENT)) return end()
        makeRoom(area.current!, signal, setHeight)
      }
      if (place === 'embedded' || alone) {
        after(PATIENCE, () => {
          endBy('', new LatchkeySDKError('One Tap could not load: it took too long.', 'one_tap'))
          stop.abort()
        })
      }
      const { loginRedirectURL, signupRedirectURL } = ui.config.oauthOptions!
      const { position, cancel_on_tap_outside } = provider
      try {
        const outcome = await startOneTap(
          ui.core,
          { login_redirect_url: loginRedirectURL, signup_redirect_url: signupRedirectURL, cancel_on_tap_outside },
          {
            position,
            signal,
            onClosed: end,
            onChosen() {
              setStage('chosen')
              after(LEAVING, end)
            },
            async onRefused(error) {
              endBy((error as { error_type?: string }).error_type, error)
              const sentence = await explained(ui, error)
              if (!signal.aborted) setError(sentence)
            },
          },
        )
        if (!outcome.success) return endBy(outcome.reason)
        clearTimeout(limit)
        setStage((now) => (now === 'pending' ? 'shown' : now))
      } catch (error) {
        endBy((error as { options?: { error_type?: string } }).options?.error_type, error)
      }
    }
    // a page that the visitor comes back to has a prompt that was answered
    addEventListener('pageshow', ({ persisted }) => persisted && end(), { signal })
    // StrictMode mounts, unmounts and mounts: it begins once
    const timer = setTimeout(begin)
    return () => {
      clearTimeout(timer)
      clearTimeout(limit)
      stop.abort()
    }
  }, [])
  const embedded = place === 'embedded' && stage !== 'over'
  return (
    <>
      <Message>{error}</Message>
      {(embedded || stage === 'chosen') && (
        <div className="lk-one-tap" style={{ height: height + 'px' }}>
          {stage !== 'shown' && <Spinner />}
          <div ref={area} />
        </div>
      )}
      {place === 'floating' && alone && /pending|shown/.test(stage) ? (
        <i className="lk-alone" hidden />
      ) : (
        !embedded && stage !== 'chosen' && button
      )}
    </>
  )
}

/**
 * Makes the element that the prompt is embedded in. Google's script looks for it in the document, so in a widget with a shadow root it is a child of that
 * root's host, shown through a slot. `follow` hears of its height.
 */
function makeRoom(area: HTMLElement, signal: AbortSignal, follow: (height: number) => void) {
  const prompt = document.createElement('div')
  prompt.id = PARENT
  const root = area.getRootNode()
  if (root instanceof ShadowRoot) {
    prompt.slot = PARENT
    area.append(Object.assign(document.createElement('slot'), { name: PARENT }))
    root.host.append(prompt)
  } else {
    area.append(prompt)
  }
  let timer: ReturnType<typeof setTimeout>
  const observer = new ResizeObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(() => follow(Math.max(HEIGHT, prompt.offsetHeight)), DEBOUNCE)
  })
  observer.observe(prompt)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    observer.disconnect()
    prompt.remove()
  })
}
