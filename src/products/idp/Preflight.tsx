import { useEffect } from 'react'
import { inForeignFrame } from '../../browser/ancestors.ts'
import { missingParam } from '../../client/idpParams.ts'
import { useArrival } from '../../ui/arrival.ts'
import { Button } from '../../ui/Button.tsx'
import { useUi } from '../../ui/context.ts'
import { Screen } from '../../ui/Screen.tsx'
import { useSheet } from '../../ui/sheets.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words.ts'
import { authorize } from './authorize.ts'
import { fault } from './fault.ts'
import sheet from './idp.css'
import { logOutPart } from './parts.ts'
import type { StepProps } from './step.ts'
import { words } from './words.ts'

/** Waits while the request in the address is looked at, and leads to what it asks, or says why the visitor cannot be asked (spec section 2). */
export function Preflight({ at, go }: StepProps<'preflight'>) {
  const ui = useUi()
  const t = useWords(words)
  const task = useTask()
  const { core, visit } = ui
  const by = { ...at.by, ...ui.consent }
  const { error } = task
  const { code } = (task.thrown || {}) as { code?: string }
  useSheet(sheet)
  useArrival(() => {
    void task.run(async () => {
      if (inForeignFrame()) throw fault('foreign_frame', t('idpConsent.foreignFrame'))
      const query = new URLSearchParams(location.search)
      const isLogOut = query.has('post_logout_redirect_uri')
      const param = missingParam(query, isLogOut)
      if (param) throw fault('idp_oauth_flow_missing_param', t('idpConsent.missingParameter', { param }), { options: param })
      go(await (isLogOut ? (await logOutPart.load()).logOut(ui, t, query) : authorize(ui, t, query, by, at.again)))
    })
    const settings = core.engine().then((engine) => engine.load())
    // once, however often the visitor tries again
    if (!visit.peek().number)
      void settings.catch(() => {}).then((bootstrap) => core.log('render_idp_screen', { bootstrap: bootstrap || core.bootstrap }))
  })
  // whoever logs in meanwhile, here or in another tab, goes on with the same request; they may have done so before this is subscribed to
  const look = () => core.status.now.session && code === 'no_current_session' && go({ step: 'preflight' })
  useEffect(() => (look(), core.status.subscribe(look)), [code])
  if (!error) return <Spinner />
  return (
    <Screen title={t('error.title')} error={error}>
      {/* a foreign frame or a missing parameter will be the same the next time */}
      {!/frame|param/.test(code!) && <Button onClick={() => go({ step: 'preflight', again: true })}>{t('button.retry')}</Button>}
    </Screen>
  )
}
