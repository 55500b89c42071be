import { CodeField, Field } from './Field.tsx'
import { FormCard, useWork } from './FormCard.tsx'
import { afterDiscovery, type StepProps } from './steps.ts'

const here = () => location.origin + location.pathname

/** Asks for an address, and verifies it with a link or a code. */
export function SignIn({ client, go }: StepProps) {
  const { busy, failure, submit, run } = useWork()
  const byLink = async (email: string) => {
    await client.magicLinks.email.discovery.send({ email_address: email, discovery_redirect_url: here() })
    go({ at: 'sent', email, by: 'link' })
  }
  const byCode = submit(async ({ email = '' }) => {
    await client.otps.email.discovery.send({ email_address: email })
    go({ at: 'sent', email, by: 'code' })
  })
  return (
    <FormCard title="Sign in" failure={failure}>
      <form onSubmit={byCode}>
        <Field label="Work email" name="email" type="email" autoComplete="username" required />
        <div className="row">
          <button type="submit" className="button primary" disabled={busy}>
            Send me a code
          </button>
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={({ currentTarget: { form } }) =>
              form!.reportValidity() && void run(() => byLink(String(new FormData(form!).get('email'))))
            }
          >
            Send me a link
          </button>
        </div>
      </form>
    </FormCard>
  )
}

/**
 * Shown after the email was sent: the visitor types the code here, or opens this page again with
 * the link.
 */
export function CheckEmail({ client, go, email, by }: StepProps & { email: string; by: 'link' | 'code' }) {
  const { busy, failure, submit } = useWork()
  return (
    <FormCard title="Check your email" failure={failure}>
      <p>
        {by === 'code' ? 'A code' : 'A link'} was sent to <strong>{email}</strong>. It is in the outbox.
      </p>
      {by === 'code' && (
        <form
          onSubmit={submit(async ({ code = '' }) =>
            go(afterDiscovery(await client.otps.email.discovery.authenticate({ email_address: email, code }))),
          )}
        >
          <CodeField />
          <div className="row">
            <button type="submit" className="button primary" disabled={busy}>
              Continue
            </button>
          </div>
        </form>
      )}
      <div className="row">
        <button type="button" className="button" onClick={() => go({ at: 'start' })}>
          Use another address
        </button>
      </div>
    </FormCard>
  )
}
