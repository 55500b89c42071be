import { Button } from '../../ui/fields/Button.tsx'
import type { Chunk } from '../../ui/chunks/chunk.ts'
import type { LoginConfig } from '../../ui/host/config.ts'
import { useUi } from '../../ui/context.ts'
import { optionsOf } from '../../ui/host/productOptions.ts'
import { DEFAULT_PRODUCTS } from '../../ui/host/defaults.ts'
import { EmailForm } from '../../ui/fields/EmailForm.tsx'
import { words as kitWords } from '../../ui/words/kitWords.ts'
import type { LinkMail, ScreenProps } from '../../ui/map.ts'
import { FailureScreen } from '../../ui/screen/Screen.tsx'
import { useTask } from '../../ui/task.ts'
import { useWait } from '../../ui/useWait.ts'
import { useWords } from '../../ui/words/translator.ts'
import { emailMagicLinks } from '../firstScreenChunks.ts'
import { otpScreens, passwordScreens } from '../laterChunks.ts'
import { words } from './words.ts'

/** What is sent by email, and the message that asks for the address. */
interface Mail {
  product: Chunk<LinkMail>
  text: 'error.newLink' | 'error.newCode'
}

/**
 * Chooses what to email a visitor whose link is useless, if the host offers it: another link to log
 * in, or else a code, or else a link for a new password.
 */
const mailOf = (config: LoginConfig): Mail | undefined => {
  const { products = DEFAULT_PRODUCTS } = config
  if (products.includes('emailMagicLinks')) return { product: emailMagicLinks, text: 'error.newLink' }
  if (optionsOf(config, 'otpOptions').methods?.includes('email')) return { product: otpScreens, text: 'error.newCode' }
  if (products.includes('passwords')) return { product: passwordScreens, text: 'error.newLink' }
}

/**
 * Says why a log-in that has no form failed. If a link was of no use, the visitor can get another
 * one, or a code, here. The button tries again if that can help, and Back then leads to the log-in
 * screen; otherwise the button does.
 */
export function Failed({ at: { error, wait, again, link, next }, go }: ScreenProps<'Error'>) {
  const ui = useUi()
  const t = useWords(words)
  const kit = useWords(kitWords)
  const task = useTask()
  const waiting = useWait(wait)
  const start = next || ({ name: 'Main' } as const)
  const mail = link && !again && !next && mailOf(ui.config)
  const retry = (
    <Button kind={mail ? 'secondary' : 'primary'} task={{ waiting }} onClick={() => go(again || start)}>
      {t('button.retry')}
    </Button>
  )
  return (
    <FailureScreen title={t('error.title')} reason={error}>
      {mail && (
        <>
          <p>{t(mail.text)}</p>
          <EmailForm task={task} onEmail={async (email) => go(await (await mail.product.load()).sendMail(ui, email))} />
        </>
      )}
      {again ? (
        <div className="lk-choice">
          {retry}
          <Button kind="secondary" onClick={() => go(start)}>
            {kit('button.back.ariaLabel')}
          </Button>
        </div>
      ) : (
        retry
      )}
    </FailureScreen>
  )
}
