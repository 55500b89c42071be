import { useUi } from '../../../ui/context.ts'
import { Screen } from '../../../ui/Screen.tsx'
import { useTask } from '../../../ui/task.ts'
import { useWords } from '../../../ui/words.ts'
import { Choice } from '../Choice.tsx'
import { endSession } from './endSession.ts'
import { isolate, shown } from '../names.ts'
import type { StepProps } from '../step.ts'
import { words } from './words.ts'

/** Asks whether an app may sign the visitor out. */
export function LogOut({ at: { projectName, back }, go }: StepProps<'logOut'>) {
  const { core } = useUi()
  const t = useWords(words)
  const task = useTask()
  const decide = async (yes: boolean) => {
    if (yes) await endSession(core)
    go(yes ? back : { step: 'over', title: t('idpLogout.notLoggedOut') })
  }
  return (
    <Screen title={t('idpLogout.title')} error={task.error}>
      <p className="lk-center">{shown(t('idpLogout.confirmMessage', { projectName: isolate(projectName) }))}</p>
      <Choice task={task} yes={t('idpLogout.yes')} no={t('idpLogout.no')} decide={decide} />
    </Screen>
  )
}
