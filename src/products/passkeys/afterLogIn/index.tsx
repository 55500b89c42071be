import { useEffect, useState } from 'react'
import { tellBrowser } from '../../../client/passkeys/passkeySteps.ts'
import { webauthn } from '../../../client/namespaces/webauthn.ts'
import { optionsOf } from '../../../ui/host/productOptions.ts'
import { useUi } from '../../../ui/context.ts'
import { Icon } from '../../../ui/screen/Icon.tsx'
import { key } from '../../../ui/screen/icons.ts'
import { useWords } from '../../../ui/words/translator.ts'
import { words } from './words.ts'

/**
 * What follows a log-in with something other than a passkey, on its confirmation. With `upgrade`,
 * the browser is asked to create a passkey, and the visitor is told if it has. Then the browser is
 * told which passkeys the visitor has. The visitor does not wait for any of it, and a failure is
 * silent.
 */
export function AfterLogIn({ upgrade }: { upgrade: boolean }) {
  const { core, config, minutes, visit, emit } = useUi()
  const t = useWords(words)
  const [isCreated, setIsCreated] = useState(false)
  useEffect(() => {
    const { signal } = visit.peek()
    const domain = optionsOf(config, 'passkeyOptions').domain
    const work = async () => {
      try {
        const answer = upgrade && (await webauthn(core).upgrade({ domain, session_duration_minutes: minutes, signal }))
        if (answer && !signal.aborted) {
          emit('PASSKEY_REGISTER', answer)
          setIsCreated(true)
        }
      } catch {}
      if (!signal.aborted) tellBrowser(core, ({ tellAccepted }) => tellAccepted(domain))
    }
    // StrictMode mounts, unmounts and mounts again: begin only once
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status">
      {isCreated && (
        <div className="lk-message lk-success">
          <Icon path={key} />
          <div>{t('passkey.created')}</div>
        </div>
      )}
    </div>
  )
}
