import { useEffect, useState } from 'react'
import { FoldedJson } from '../FoldedJson.tsx'
import { Field } from './Field.tsx'
import { FormCard, useWork } from './FormCard.tsx'
import type { StepProps } from './steps.ts'

const factors: Record<string, string> = {
  'magic_link email': 'Link by email',
  'otp email': 'Code by email',
  'otp sms': 'Code by text message',
  'totp authenticator_app': 'Authenticator app',
}

const factorName = ({ type, delivery_method }: { type: string; delivery_method: string }) => factors[`${type} ${delivery_method}`] ?? type

/**
 * The member who is signed in and the organization, with what they can do here: invite somebody,
 * switch to another organization, log out.
 */
export function MemberCard({ client, go }: StepProps) {
  const { busy, failure, run, submit } = useWork()
  const [, follow] = useState(0)
  const [invitee, setInvitee] = useState('')
  useEffect(() => client.onStateChange(({ session }) => (session ? follow((count) => count + 1) : go({ at: 'start' }))), [client])
  const [member, organization, session] = [client.self.getSync(), client.organization.getSync(), client.session.getSync()]
  if (!member || !organization || !session) return null
  const invite = submit(async ({ email = '' }) => {
    await client.magicLinks.email.invite({ email_address: email, invite_redirect_url: location.origin + location.pathname })
    setInvitee(email)
  })
  const change = async () => {
    const { email_address, discovered_organizations } = await client.discovery.organizations.list()
    go({ at: 'choice', email: email_address, organizations: discovered_organizations })
  }
  return (
    <FormCard title={organization.organization_name} failure={failure}>
      <dl className="facts">
        <div>
          <dt>Signed in as</dt>
          <dd>{member.email_address}</dd>
        </div>
        <div>
          <dt>Roles</dt>
          {session.roles.map((role) => (
            <dd key={role}>{role}</dd>
          ))}
        </div>
        <div>
          <dt>Proved by</dt>
          {session.authentication_factors.map((one, index) => (
            <dd key={index}>{factorName(one)}</dd>
          ))}
        </div>
      </dl>
      <form onSubmit={invite}>
        <Field label="Invite somebody" name="email" type="email" autoComplete="off" required />
        <div className="row">
          <button type="submit" className="button" disabled={busy}>
            Send invitation
          </button>
          <span role="status">{invitee && `Invited ${invitee}`}</span>
        </div>
      </form>
      <div className="row">
        <button type="button" className="button" disabled={busy} onClick={() => void run(change)}>
          My organizations
        </button>
        <button
          type="button"
          className="button"
          disabled={busy}
          onClick={() => void run(() => client.session.revoke({ forceClear: true }))}
        >
          Log out
        </button>
      </div>
      <FoldedJson className="more" summary="Member and session as JSON" value={{ member, session }} label="Member and session" />
    </FormCard>
  )
}
