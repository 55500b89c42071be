import type { LogEntry } from '../../api/events.ts'
import type { Outbox } from './controls/outbox.ts'
import type { EmailProofs, UnprovenRemoval } from './methods/emailProofs.ts'
import type { Locks } from './methods/locks.ts'
import type { ConnectedApps } from './openid/connectedApps.ts'
import type { Subjects } from './openid/subjects.ts'
import type { Credentials } from './requests/credentials.ts'
import type { CaptchaTokens, TelemetryIds } from './requests/requiredProofs.ts'
import type { WorkProofs } from './requests/workProofs.ts'
import type { FirstFactors } from './sessions/firstFactors.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { Signer } from './sessions/signer.ts'
import type { StateParts } from './state/stateParts.ts'

/**
 * What every method of signing in and every call works on. A function that uses some of it takes
 * all of it, and names what it uses.
 */
export interface BaseParts extends StateParts {
  captchaTokens: CaptchaTokens
  connectedApps: ConnectedApps
  credentials: Credentials
  emailProofs: EmailProofs
  events: LogEntry[]
  firstFactors: FirstFactors
  googleSigner: Signer
  locks: Locks
  outbox: Outbox
  project_id: string
  removeUnproven: UnprovenRemoval
  sessions: Sessions
  signer: Signer
  subjects: Subjects
  telemetryIds: TelemetryIds
  /**
   * Signs the tokens of apps and programs, with the key that signs the JWTs of sessions too. Each
   * token names its issuer.
   */
  tokenSigner: Signer
  workProofs: WorkProofs
}
