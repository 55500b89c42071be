import type { Discovered } from '../../../entries/b2b.ts'
import { Field } from './Field.tsx'
import { FormCard, useWork } from './FormCard.tsx'
import { afterSignIn, sessionDuration, type StepProps } from './steps.ts'

const memberships = {
  active_member: 'You are a member',
  pending_member: 'You have yet to confirm',
  invited_member: 'You are invited',
  eligible_to_join_by_email_domain: 'Your address may join',
  eligible_to_join_by_oauth_tenant: 'Your account may join',
}

/** The organizations that the visitor can enter, and a form for a new one. */
export function OrganizationChoice({
  client,
  go,
  email,
  organizations,
}: StepProps & { email: string; organizations: Discovered['discovered_organizations'] }) {
  const { busy, failure, run, submit } = useWork()
  /**
   * With a session, the visitor switches from one organization to another; without one, they enter
   * with the address that they have proved.
   */
  const enter = (organization_id: string) =>
    (client.session.getSync() ? client.session : client.discovery.intermediateSessions).exchange({ organization_id, ...sessionDuration })
  const create = submit(async ({ name, mfa }) =>
    go(
      afterSignIn(
        await client.discovery.organizations.create({
          ...sessionDuration,
          organization_name: name,
          mfa_policy: mfa ? 'REQUIRED_FOR_ALL' : 'OPTIONAL',
          // colleagues with the same domain can join without an invitation
          email_jit_provisioning: 'RESTRICTED',
          email_allowed_domains: [email.split('@')[1]!],
        }),
      ),
    ),
  )
  return (
    <FormCard title="Choose an organization" failure={failure}>
      {organizations.length === 0 ? (
        <p>
          <strong>{email}</strong> is in no organization yet.
        </p>
      ) : (
        <ul className="memberships">
          {organizations.map(({ organization: { organization_id, organization_name }, membership, mfa_required }) => (
            <li key={organization_id}>
              <span>
                <strong>{organization_name}</strong>
                <small>
                  {memberships[membership.type]}
                  {mfa_required && ', with a second factor'}
                </small>
              </span>
              <button
                type="button"
                className="button primary"
                disabled={busy}
                aria-label={`Continue to ${organization_name}`}
                onClick={() => void run(async () => go(afterSignIn(await enter(organization_id))))}
              >
                Continue
              </button>
            </li>
          ))}
        </ul>
      )}
      <h3>Create one</h3>
      <form onSubmit={create}>
        <Field label="Name of the organization" name="name" type="text" autoComplete="organization" required />
        <label className="option">
          <input type="checkbox" name="mfa" /> <span>Everybody needs a second factor</span>
        </label>
        <div className="row">
          <button type="submit" className={organizations.length ? 'button' : 'button primary'} disabled={busy}>
            Create organization
          </button>
        </div>
      </form>
    </FormCard>
  )
}
