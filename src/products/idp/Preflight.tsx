import { useEffect } from 'react'
import type { ErrorCode } from '../../api/errors.ts'
import { timeUntilSeen } from '../../browser/attention.ts'
import { inForeignFrame } from '../../browser/foreignFrame.ts'
import { missingParam } from '../../client/url/idpParams.ts'
import { hasEmailLink } from '../../ui/visitor/hasEmailLink.ts'
import { useOncePerVisit } from '../../ui/visitor/useOncePerVisit.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { useUi } from '../../ui/context.ts'
import { FailureScreen, Screen } from '../../ui/screen/Screen.tsx'
import { useSheet } from '../../ui/looks/sheets.ts'
import { Spinner } from '../../ui/screen/Spinner.tsx'
import { useTask } from '../../ui/task.ts'
import { words as base } from '../../ui/words/baseWords.ts'
import { useWords } from '../../ui/words/translator.ts'
import { urlOf } from './appNames.ts'
import { authorize, orProof } from './authorize.ts'
import { idpError } from './idpError.ts'
import sheet from './idp.css'
import { logOutChunk } from './chunks.ts'
import { isTooOld } from './sessionAge.ts'
import type { StepProps } from './steps.ts'
import { words } from './words.ts'

/** Errors that another try would repeat. */
const lasting: readonly (ErrorCode | undefined)[] = ['foreign_frame', 'idp_oauth_flow_missing_param']

/**
 * The first step: reads the app's request from the page's URL, and leads to the next step or says
 * why that is impossible.
 */
export function Preflight({ at, go }: StepProps<'preflight'>) {
  const ui = useUi()
  const t = useWords(words)
  const task = useTask()
  const { core, visit } = ui
  const later = ui.look?.quartzLater.now
  const title = useWords(base)('login.title')
  const { error } = task
  const { code } = (task.cause || {}) as { code?: ErrorCode }
  useSheet(sheet)
  useOncePerVisit(() => {
    // the time until the question counts
    timeUntilSeen()
    void task.run(async () => {
      if (inForeignFrame()) throw idpError('foreign_frame', t('idpConsent.foreignFrame'))
      if (hasEmailLink(core)) return go({ leave: 'UrlLogIn' })
      const query = new URLSearchParams(location.search)
      const isLogOut = query.has('post_logout_redirect_uri')
      const address = isLogOut ? 'post_logout_redirect_uri' : 'redirect_uri'
      // a text that is no URL could read like a host (`bank.example`)
      const param = missingParam(query, isLogOut) ?? (urlOf(query.get(address)!) ? undefined : address)
      if (param) throw idpError('idp_oauth_flow_missing_param', t('idpConsent.missingParameter', { param }), { options: param })
      go(await (isLogOut ? (await logOutChunk.load()).logOut(ui, t, query) : orProof(authorize(ui, t, query, at.client, at.again))))
    })
    const settings = core.engine().then((engine) => engine.load())
    // logs this once, however often the visitor tries again
    if (!visit.peek().number)
      void settings.catch(() => {}).then((bootstrap) => core.log('render_idp_screen', { bootstrap: bootstrap || core.bootstrap }))
  })
  // a visitor who logs in meanwhile, here or in another tab, continues the same request; the log-in
  // may happen before the effect subscribes
  const look = () => {
    const { session } = core.status.now
    if (session && code === 'no_current_session' && !isTooOld(session, new URLSearchParams(location.search))) go({ step: 'preflight' })
  }
  useEffect(() => (look(), core.status.subscribe(look)), [code])
  if (!error) return <Spinner />
  const again = !lasting.includes(code) && (
    <Button task={task} onClick={() => go({ step: 'preflight', again: true })}>
      {t('button.retry')}
    </Button>
  )
  if (later && code === 'no_current_session')
    return (
      <Screen title={title}>
        <later.AskingApp otherwise={t('idpConsent.noActiveSession')} />
        {again}
      </Screen>
    )
  return (
    <FailureScreen title={t('error.title')} reason={error}>
      {again}
    </FailureScreen>
  )
}
