import { useEffect, useLayoutEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { LatchkeySDKError } from '../../api/errors.ts'
import { isTestToken } from '../../client/calls/apiDomains.ts'
import { placeHere, startOneTap } from '../../client/oneTap/oneTap.ts'
import type { OAuthProviderConfig } from '../../ui/host/config.ts'
import { optionsOf } from '../../ui/host/productOptions.ts'
import { useUi } from '../../ui/context.ts'
import kitSheet from '../../ui/looks/kit.css'
import { Message } from '../../ui/screen/Message.tsx'
import { Spinner } from '../../ui/screen/Spinner.tsx'
import { useSheet } from '../../ui/looks/sheets.ts'
import { failureOf } from '../../ui/task.ts'
import { useWords } from '../../ui/words/translator.ts'
import sheet from './oneTap.css'
import { words } from './oneTapWords.ts'
import { addPromptParent, hasEmbeddedPrompt, MIN_HEIGHT } from './promptParent.ts'
import { limits, setupProblem, stageAfter, viewOf, type Stage } from './promptStages.ts'

/** Hides the card around it as long as it is there. */
function NoCard() {
  const mark = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const card = mark.current!.closest('.lk-card')!
    card.classList.add('lk-alone')
    return () => card.classList.remove('lk-alone')
  }, [])
  return <i ref={mark} hidden />
}

/**
 * Google's prompt, together with Google's button. An embedded prompt replaces the button until it
 * is closed or fails; a floating one leaves the button in place. `alone`: there is no other way to
 * sign in, so a floating prompt shows without a card until it is over.
 */
export function OneTapPrompt({ provider, alone, button }: { provider: OAuthProviderConfig; alone: boolean; button: ReactElement }) {
  const ui = useUi()
  const t = useWords(words)
  const [place] = useState(placeHere(provider.position))
  const [stage, setStage] = useState<Stage>('pending')
  const stageNow = useRef(stage)
  const [height, setHeight] = useState(MIN_HEIGHT)
  const [error, setError] = useState<ReactNode>()
  const areaElement = useRef<HTMLDivElement>(null)
  const stop = useRef<AbortController>(null)
  useSheet(kitSheet)
  useSheet(sheet)
  const { area, button: hasButton } = viewOf(stage, place, alone)
  const reach = (next: 'shown' | 'chosen' | 'over') => setStage((stageNow.current = stageAfter(stageNow.current, next)))

  /**
   * Ends the prompt and tells the host why, unless the prompt is removed already. With a test
   * token, the screen also says what is wrong with the setup.
   */
  const fail = (reason = '', error?: unknown) => {
    if (stop.current!.signal.aborted) return
    reach('over')
    const problem = setupProblem(reason)
    if (problem) {
      const message = t(problem)
      if (isTestToken(ui.core.publicToken)) setError(message)
      error ||= { message }
    }
    if (error) ui.fail(error)
  }

  const begin = async () => {
    const { signal } = stop.current!
    if (area) {
      if (hasEmbeddedPrompt()) return reach('over')
      addPromptParent(areaElement.current!, signal, setHeight)
    }
    const { loginRedirectURL, signupRedirectURL } = optionsOf(ui.config, 'oauthOptions')
    const { position, cancel_on_tap_outside } = provider
    const options = { login_redirect_url: loginRedirectURL, signup_redirect_url: signupRedirectURL, cancel_on_tap_outside }
    try {
      const outcome = await startOneTap(ui.core, options, {
        position,
        signal,
        onClosed: () => reach('over'),
        onChosen: () => reach('chosen'),
        async onRefused(error) {
          fail((error as { error_type?: string }).error_type, error)
          const sentence = (await failureOf(ui, error)).text
          if (!signal.aborted) setError(sentence)
        },
      })
      if (outcome.success) reach('shown')
      else fail(outcome.reason)
    } catch (error) {
      fail((error as { options?: { error_type?: string } }).options?.error_type, error)
    }
  }

  useEffect(() => {
    const { signal } = (stop.current = new AbortController())
    // when the visitor comes back to this page, its prompt has already been answered
    addEventListener('pageshow', ({ persisted }) => persisted && reach('over'), { signal })
    // StrictMode mounts, unmounts and mounts again: begin only once
    const timer = setTimeout(begin)
    return () => {
      clearTimeout(timer)
      stop.current!.abort()
    }
  }, [])

  useEffect(() => {
    const limit = limits[stage]
    if (hasButton || !limit) return
    const timer = setTimeout(() => {
      // the time can end between the next stage and its render, which clears this timer
      if (stageNow.current !== stage) return
      if (stage === 'chosen') return reach('over')
      fail('', new LatchkeySDKError('One Tap could not load: it took too long.', 'one_tap'))
      stop.current!.abort()
    }, limit)
    return () => clearTimeout(timer)
  }, [stage])

  return (
    <>
      <Message>{error}</Message>
      {area && (
        <div className="lk-one-tap" style={{ height: height + 'px' }}>
          {stage !== 'shown' && <Spinner />}
          <div ref={areaElement} />
        </div>
      )}
      {hasButton ? button : !area && <NoCard />}
    </>
  )
}
