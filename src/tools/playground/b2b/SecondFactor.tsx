import { useState } from 'react'
import type { MemberPending, MemberTotpCreated } from '../../../entries/b2b.ts'
import { CodeField, Field } from './Field.tsx'
import { FormCard, useWork } from './FormCard.tsx'
import { afterSignIn, sessionDuration, type StepProps } from './steps.ts'

/**
 * Asks for the missing second factor: a text message or an authenticator app. Members who have
 * neither set one up here.
 */
export function SecondFactor({ client, go, pending }: StepProps & { pending: MemberPending }) {
  const { busy, failure, run, submit } = useWork()
  const [method, setMethod] = useState<'sms' | 'totp'>()
  const [app, setApp] = useState<MemberTotpCreated>()
  const { organization_id, member_id, mfa_required } = pending
  const ids = { organization_id, member_id }
  const { mfa_phone_number = '', totp_registration_id = '' } = mfa_required?.member_options ?? {}

  const text = async (phone?: string) => {
    await client.otps.sms.send({ ...ids, ...(phone && { mfa_phone_number: phone }) })
    setMethod('sms')
  }
  const openApp = async () => {
    if (!totp_registration_id) setApp(await client.totp.create(ids))
    setMethod('totp')
  }
  const prove = submit(async ({ code = '' }) =>
    go(
      afterSignIn(
        method === 'sms'
          ? await client.otps.sms.authenticate({ ...ids, code, ...sessionDuration })
          : await client.totp.authenticate({ ...ids, code, ...sessionDuration }),
      ),
    ),
  )

  return (
    <FormCard title="Prove a second factor" failure={failure}>
      <p>{pending.organization.organization_name} asks for a second factor.</p>
      {!method && (
        <form onSubmit={submit(({ phone }) => text(phone))}>
          {!mfa_phone_number && (
            <Field
              label="Phone number, with its country code"
              name="phone"
              type="tel"
              autoComplete="tel"
              placeholder="+14155550100"
              required
            />
          )}
          <div className="row">
            <button type="submit" className="button primary" disabled={busy}>
              Text me a code{mfa_phone_number && ` to ${mfa_phone_number}`}
            </button>
            <button type="button" className="button" disabled={busy} onClick={() => void run(openApp)}>
              Use an authenticator app
            </button>
          </div>
        </form>
      )}
      {app && (
        <>
          <p>
            Scan this with an authenticator app, or type the secret <code>{app.secret}</code>.
          </p>
          <img src={app.qr_code} alt="QR code of the secret" />
        </>
      )}
      {method && (
        <form onSubmit={prove}>
          <CodeField />
          <div className="row">
            <button type="submit" className="button primary" disabled={busy}>
              Continue
            </button>
            <button
              type="button"
              className="button"
              onClick={() => {
                setMethod(undefined)
                setApp(undefined)
              }}
            >
              Use another way
            </button>
          </div>
        </form>
      )}
    </FormCard>
  )
}
