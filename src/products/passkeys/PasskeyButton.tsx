import { Button } from '../../ui/fields/Button.tsx'
import type { Chunk } from '../../ui/chunks/chunk.ts'
import { useUi } from '../../ui/context.ts'
import { Inline } from '../../ui/fields/Field.tsx'
import type { LastUsed } from '../../ui/visitor/lastMethod.ts'
import type { ScreenProps } from '../../ui/map.ts'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words/translator.ts'
import { plainWords, words } from './words.ts'

/**
 * The button that asks for a passkey and signs in with it. Main shows it if autofill cannot work:
 * the browser does not support it, or there is no email field. `logIn` is the code behind the
 * button.
 */
export function PasskeyButton({
  go,
  logIn,
  lastUsed,
}: Pick<ScreenProps<'Main'>, 'go'> & { logIn: Chunk<typeof import('./passkeyLogIn/index.tsx')>; lastUsed: LastUsed }) {
  const ui = useUi()
  const t = useWords(ui.core.backend ? plainWords : words)
  const task = useTask()
  const later = ui.look?.quartzLater.now
  const ask = () => task.run(async () => (await logIn.load()).askAndLogIn(ui, go, !!task.error))
  return (
    <div>
      <Button kind={later ? 'quiet' : 'secondary'} task={task} onClick={ask}>
        {later && <later.PasskeyMark />}
        {t('button.loginWithPasskey')}
        {lastUsed('passkey')}
      </Button>
      <Inline>{logIn.now ? logIn.now.explainLogIn(task, ui.strings) : task.error}</Inline>
    </div>
  )
}
