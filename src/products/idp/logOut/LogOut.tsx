import { SessionAccountBadge } from '../../../ui/screen/AccountBadge.tsx'
import { useUi } from '../../../ui/context.ts'
import { Screen } from '../../../ui/screen/Screen.tsx'
import { useTask } from '../../../ui/task.ts'
import { useWords } from '../../../ui/words/translator.ts'
import { YesNoButtons } from '../YesNoButtons.tsx'
import { endSession } from '../endSession.ts'
import { isolate, withIsolates } from '../../../ui/words/untrustedText.ts'
import type { StepProps } from '../steps.ts'
import { words } from './words.ts'

/** A way out of a room. */
const wayOut = 'M10 4H5v16h5m5-12 4 4-4 4m4-4H9.5'

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
    <Screen title={t('idpLogout.title')} sign={wayOut} error={task.error}>
      <p>{withIsolates(t('idpLogout.confirmMessage', { projectName: isolate(projectName) }))}</p>
      <SessionAccountBadge />
      <YesNoButtons task={task} yes={t('idpLogout.yes')} no={t('idpLogout.no')} decide={decide} />
    </Screen>
  )
}
