/**
 * The values that the provider's documentation lists for tests of members: one organization, whose
 * member signs in by a link that nobody sends.
 */
import type { Project } from '../../state/project.ts'
import { isSandboxLink, SANDBOX_EMAIL } from '../../server/sandboxValues.ts'
import { proofOf } from '../magicLinks.ts'
import type { Organizations } from '../organizations.ts'

const ORGANIZATION = 'organization-test-007d9d4a-deac-4a87-ba0a-e6e8afba4d4b'

/**
 * Each function returns undefined if what it is given is no value for tests, or the project has
 * none.
 */
export const createSandbox = ({ project, organizations }: { project: Project; organizations: Organizations }) => {
  /** Both begin with the first value that names them. */
  const memberThere = () => {
    const organization = organizations.byId(ORGANIZATION) ?? organizations.create('Sandbox', { organization_id: ORGANIZATION })
    const holder = organizations.members.withEmail(ORGANIZATION, SANDBOX_EMAIL)
    return { organization, member: holder ?? organizations.members.add(organization, SANDBOX_EMAIL, { email_address_verified: true }) }
  }

  return {
    /** Answers a call that would send something to the address, in this organization or in none. */
    answerSend: ({ email_address, organization_id }: { email_address: string; organization_id?: string }) => {
      if (!project.sandbox_values || email_address !== SANDBOX_EMAIL) return
      if (organization_id === undefined) return {}
      if (organization_id !== ORGANIZATION) return
      const { organization, member } = memberThere()
      return { member_id: member.member_id, member, organization, member_created: false }
    },

    /** Who has opened the link with this token. */
    link: (token: string) =>
      project.sandbox_values && isSandboxLink(token)
        ? { member: memberThere().member, email: SANDBOX_EMAIL, proofs: [proofOf(SANDBOX_EMAIL)] }
        : undefined,
  }
}
