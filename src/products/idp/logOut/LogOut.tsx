import { useUi } from '../../../ui/context.ts'
import { Screen } from '../../../ui/Screen.tsx'
import { useTask } from '../../../ui/task.ts'
import { useWords } from '../../../ui/translator.ts'
import { YesNoButtons } from '../YesNoButtons.tsx'
import { endSession } from './logOut.ts'
import { isolate, withIsolates } from '../untrustedText.ts'
import type { StepProps } from '../steps.ts'
import { words } from './words.ts'

/** Asks the visitor whether an app may log them out. */
export function LogOut({ at: { projectName, outcome }, go }: StepProps<'logOut'>) {
  const { core } = useUi()
  const t = useWords(words)
  const task = useTask()
  const decide = async (yes: boolean) => {
    if (yes) await endSession(core)
    go(yes ? outcome : { step: 'outcome', title: t('idpLogout.notLoggedOut') })
  }
  return (
    <Screen title={t('idpLogout.title')} error={task.error}>
      <p className="lk-center">{withIsolates(t('idpLogout.confirmMessage', { projectName: isolate(projectName) }))}</p>
      <YesNoButtons task={task} yes={t('idpLogout.yes')} no={t('idpLogout.no')} decide={decide} />
    </Screen>
  )
}
