import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Call } from '../../../api/call.ts'
import type { Authenticated, Confirmation, SessionDuration } from '../../../api/entities.ts'
import * as otpCalls from '../../../api/otps.ts'
import * as passwordCalls from '../../../api/passwords.ts'
import * as totpCalls from '../../../api/totps.ts'
import { isPasskeyError } from '../../../api/passkeyErrors.ts'
import * as passkeyCalls from '../../../api/webauthn.ts'
import { writeCredential } from '../../../browser/credentials.ts'
import { supportsPasskeys } from '../../../browser/passkeySupport.ts'
import { otps } from '../../../client/namespaces/otps.ts'
import { askForPasskey } from '../../../client/passkeys/passkeySteps.ts'
import { useUi } from '../../../ui/context.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { CodeForm } from '../../../ui/fields/CodeForm.tsx'
import { expirationOf } from '../../../ui/fields/codeExpiration.ts'
import { Field, Inline } from '../../../ui/fields/Field.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { TextButton } from '../../../ui/fields/TextButton.tsx'
import { optionsOf } from '../../../ui/host/productOptions.ts'
import { useSheet } from '../../../ui/looks/sheets.ts'
import { AccountBadge } from '../../../ui/screen/AccountBadge.tsx'
import { Icon } from '../../../ui/screen/Icon.tsx'
import { goesOn } from '../../../ui/screen/icons.ts'
import { Message } from '../../../ui/screen/Message.tsx'
import { SentCode } from '../../../ui/screen/SentCode.tsx'
import { useTask } from '../../../ui/task.ts'
import { accountName } from '../../../ui/visitor/accountName.ts'
import { useReadableName } from '../../../ui/visitor/useReadableName.ts'
import { words as base } from '../../../ui/words/baseWords.ts'
import { words as kitWords } from '../../../ui/words/kitWords.ts'
import { useWords } from '../../../ui/words/translator.ts'
import { isolate, withIsolates } from '../../../ui/words/untrustedText.ts'
import { wrongAppCodeErrors } from '../../shared/wrongAppCodeErrors.ts'
import { confirmWaysOf, type ConfirmWay } from './confirmWays.ts'
import sheet from './dialog.css'
import { canceled, prove } from './prove.ts'
import { words } from './words.ts'

/**
 * Asks the visitor who is signed in to confirm that it is them, by a way that they have, in a
 * dialog over the page. Calls `done` once they have, or with the error if they do not.
 */
export function ConfirmDialog({ done }: { done: (error?: unknown) => void }) {
  const ui = useUi()
  const { core, suffix, visit, config } = ui
  const t = useWords({ ...base, ...kitWords, ...words })
  const dialog = useRef<HTMLDialogElement>(null)
  const [before] = useState(core.status.now)
  const [ways] = useState(() =>
    confirmWaysOf({
      ...before,
      passkeys: supportsPasskeys(),
      codes: core.bootstrap.otpExpirationSeconds ?? undefined,
      backend: core.backend,
    }),
  )
  const [way, choose] = useState<ConfirmWay | undefined>(ways[0])
  const [methodId, setMethodId] = useState<string>()
  // the server wants a code of the app as well
  const [demand, setDemand] = useState(false)
  const task = useTask()
  const field = useRef<HTMLInputElement>(null)
  const account = accountName(before.user)
  const readable = useReadableName(account, ...ways.map((one) => ('to' in one ? one.to : undefined)))
  const name = readable(account)
  const title = 'confirm-title' + suffix
  const about = 'confirm-about' + suffix
  const step = demand ? 'totp' : methodId ? 'sent' : way?.way
  useSheet(sheet)
  const cancel = () => done(canceled())
  useLayoutEffect(() => {
    const { current } = dialog
    current!.showModal()
    // returns the focus to where it was
    return () => current!.close()
  }, [])
  useEffect(() => {
    // of another visitor, nothing is confirmed here
    const look = () => core.status.now.user?.user_id !== before.user?.user_id && cancel()
    visit.peek().signal.addEventListener('abort', cancel)
    return core.status.subscribe(look)
  }, [])
  useLayoutEffect(() => dialog.current!.querySelector<HTMLElement>('.lk-form input:not([readonly]), .lk-button, .lk-link')!.focus(), [step])

  const send = async <Body extends object>(call: Call<Body & SessionDuration & Confirmation, Authenticated>, proof: Body) => {
    const required = await prove(ui, before.user!.user_id, call, proof)
    if (!required) return done()
    if (!required.methods.includes('totp')) throw { error_type: 'no_second_factor' }
    setDemand(true)
  }
  const sendCode = () => {
    const { to, way: by } = way as Extract<ConfirmWay, { to: string }>
    return otps(core)[by].send(to, { expiration_minutes: expirationOf(config) })
  }
  const begin = () =>
    task.run(async () => {
      if (way!.way !== 'passkey') return setMethodId((await sendCode()).method_id)
      const { domain } = optionsOf(config, 'passkeyOptions')
      const { credential } = await askForPasskey(core, { domain, is_passkey: true, signal: visit.peek().signal })
      await send(passkeyCalls.authenticate, { public_key_credential: writeCredential(credential) })
    })
  const submit = () => {
    const { value } = field.current!
    if (value) void task.run(() => send(passwordCalls.authenticate, { email: before.user!.emails[0]!.email, password: value }))
    else field.current!.focus()
  }
  const nameOf = (one: ConfirmWay) =>
    'to' in one
      ? withIsolates(t('confirm.code', { destination: isolate(readable(one.to)) }))
      : t(one.way === 'passkey' ? 'confirm.passkey' : one.way === 'password' ? 'formField.password.label' : 'secondFactor.way.totp')
  const { error_type: errorType = '' } = (task.cause ?? {}) as { error_type?: string }
  return (
    <dialog ref={dialog} className="lk-dialog" aria-labelledby={title} aria-describedby={about} onCancel={cancel}>
      <div className="lk-card">
        <h2 className="lk-title" id={title}>
          {t('secondFactor.title')}
        </h2>
        <p id={about}>{t(step === 'totp' ? 'secondFactor.totp.content' : 'confirm.content')}</p>
        {name && step !== 'password' && <AccountBadge address={name} />}
        {!step && <Message>{t('error.logInAgain')}</Message>}
        {step === 'password' && (
          <Form onSubmit={submit}>
            {name && <AccountBadge address={name} field={t('formField.email.label')} />}
            <Field
              field={field}
              id={'confirm-password' + suffix}
              label={t('formField.password.label')}
              type="password"
              autoComplete="current-password"
              enterKeyHint="go"
              task={task}
            />
            <Button task={task}>{t('secondFactor.continue')}</Button>
          </Form>
        )}
        {(step === 'passkey' || step === 'email' || step === 'sms') && (
          <div>
            <Button task={task} onClick={begin}>
              {nameOf(way!)}
            </Button>
            <Inline>{isPasskeyError(task.cause) && task.error ? t('confirm.passkeyFailed') : task.error}</Inline>
          </div>
        )}
        {step === 'sent' && (
          <SentCode
            name="confirm"
            destination={readable((way as { to: string }).to)}
            methodId={methodId!}
            task={task}
            verify={(token, method_id) => send(otpCalls.authenticate, { token, method_id })}
            sendAgain={sendCode}
          />
        )}
        {step === 'totp' && (
          <CodeForm
            id={'confirm-message' + suffix}
            describedBy={about}
            task={task}
            error={wrongAppCodeErrors.includes(errorType) ? t('error.otpCodeNotFound') : task.error}
            wrongCodeErrors={wrongAppCodeErrors}
            onCode={(totp_code) => void task.run(() => send(totpCalls.authenticate, { totp_code }))}
          />
        )}
        {ways.length > 1 && (
          <ul className="lk-rows" aria-label={t('secondFactor.anotherWay')}>
            {ways
              .filter((one) => one !== way)
              .map((one) => (
                <li key={one.way}>
                  <button
                    type="button"
                    className="lk-row"
                    onClick={() => {
                      if (task.busy) return
                      setDemand(false)
                      setMethodId(undefined)
                      choose(one)
                      // clears the error of the other way
                      void task.run(async () => {})
                    }}
                  >
                    <span>{nameOf(one)}</span>
                    <Icon path={goesOn} out />
                  </button>
                </li>
              ))}
          </ul>
        )}
        <TextButton onClick={cancel}>{t('button.cancel')}</TextButton>
      </div>
    </dialog>
  )
}
