import { askForPasskey } from '../../client/webauthn.ts'
import { Button } from '../../ui/Button.tsx'
import { useUi } from '../../ui/context.ts'
import { Inline } from '../../ui/Field.tsx'
import type { Props } from '../../ui/map.ts'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words.ts'
import { explainLogIn, logIn } from './logIn.ts'
import { words } from './words.ts'

/** Asks for a passkey and signs in with it. For a Main on which autofill cannot: no browser support, or no e-mail field (spec section 2). */
export function PasskeyButton({ go }: Props<'Main'>) {
  const ui = useUi()
  const t = useWords(words)
  const task = useTask()
  const ask = () => task.run(async () => logIn(ui, await askForPasskey(ui.core, { is_passkey: true, signal: ui.visit.peek().signal }), go))
  return (
    <div>
      <Button kind="secondary" busy={task.busy} onClick={ask}>
        {t('button.loginWithPasskey')}
      </Button>
      <Inline>{explainLogIn(task, t)}</Inline>
    </div>
  )
}
