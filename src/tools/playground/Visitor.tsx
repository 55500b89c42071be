import { BadgeCheck, Fingerprint, LogOut, RefreshCw, ShieldCheck, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { AuthenticationFactor, LatchkeyClient, State } from '../../entries/index.ts'
import { maskSecrets, type Note } from './activity.ts'
import { Card } from './Card.tsx'
import { FoldedJson } from './FoldedJson.tsx'
import type { Screen } from './Preview.tsx'

interface VisitorProps {
  client: LatchkeyClient
  visitor: State
  /** How far the provider's clock is ahead of this machine's, in ms. */
  ahead: number
  /** How many minutes a refreshed session lasts. */
  minutes: number
  note: Note
  show: (screen: Screen) => void
  signedOut: () => void
}

/** Milliseconds since the epoch, updated every second. */
function useNow() {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Formats a duration: `29:59`, `1:29:59`, or `2 d 3 h` if it is long. */
export const duration = (ms: number) => {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60]
  if (days > 0) return `${days} d ${hours} h`
  return `${hours > 0 ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(seconds % 60)}`
}

const methods: Record<string, string> = { magic_link: 'Link', otp: 'Code', webauthn_registration: 'Passkey', crypto: 'Wallet' }
const deliveries: Record<string, string> = {
  email: 'email',
  sms: 'text message',
  whatsapp: 'WhatsApp',
  ethereum_wallet: 'Ethereum',
  solana_wallet: 'Solana',
}

const proof = ({ type, delivery_method }: AuthenticationFactor) =>
  type === delivery_method ? (methods[type] ?? type) : `${methods[type] ?? type} by ${deliveries[delivery_method] ?? delivery_method}`

/**
 * The visitor who is signed in, with which factors and for how long, and the button that signs out.
 */
export function Visitor({ client, visitor: { user, session }, ahead, minutes, note, show, signedOut }: VisitorProps) {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  const perform = async (title: string, act: () => Promise<unknown>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      note('action', title, await act())
      return true
    } catch (error) {
      note('error', (error as Error).message, error)
      setFailure((error as Error).message)
      return false
    } finally {
      setBusy(false)
    }
  }
  const signOut = async () => {
    // After a failure, the second press signs out here, whatever the provider answers.
    if ((await perform('session.revoke()', () => client.session.revoke({ forceClear: Boolean(failure) }))) || failure) signedOut()
  }
  const refresh = () => perform('session.authenticate()', () => client.session.authenticate({ session_duration_minutes: minutes }))

  if (!user || !session) {
    return (
      <Card title="Visitor" className="visitor unknown">
        <p className="nobody">
          <UserRound aria-hidden size={18} /> Nobody is signed in.
        </p>
      </Card>
    )
  }
  const names = [
    ...user.emails.map(({ email, verified }) => ({ name: email, verified })),
    ...user.phone_numbers.map(({ phone_number, verified }) => ({ name: phone_number, verified })),
    ...user.crypto_wallets.map(({ crypto_wallet_address, verified }) => ({ name: crypto_wallet_address, verified })),
  ]
  return (
    <Card
      title="Visitor"
      className="visitor"
      actions={
        <div className="row">
          <button type="button" className="button" onClick={() => show('account')} disabled={busy}>
            <UserRound aria-hidden size={16} /> Account
          </button>
          <button type="button" className="button" onClick={() => show('passkeys')} disabled={busy}>
            <Fingerprint aria-hidden size={16} /> Passkeys
          </button>
          <button type="button" className="button" onClick={() => show('secondFactor')} disabled={busy}>
            <ShieldCheck aria-hidden size={16} /> Second factor
          </button>
          <button type="button" className="button" onClick={() => void refresh()} disabled={busy}>
            <RefreshCw aria-hidden size={16} /> Refresh session
          </button>
          <button type="button" className="button" onClick={() => void signOut()} disabled={busy}>
            <LogOut aria-hidden size={16} /> {failure ? 'Sign out anyway' : 'Sign out'}
          </button>
        </div>
      }
    >
      <p className="failure" role="alert">
        {failure}
      </p>
      <dl className="facts">
        <div>
          <dt>Signed in as</dt>
          {names.map(({ name, verified }) => (
            <dd key={name}>
              {name} {verified && <BadgeCheck size={16} role="img" aria-label="Verified" />}
            </dd>
          ))}
        </div>
        <div>
          <dt>Proved by</dt>
          {session.authentication_factors.map((factor, index) => (
            <dd key={index}>{proof(factor)}</dd>
          ))}
        </div>
        <div>
          <dt>Session ends in</dt>
          <dd className="figures">
            <Remaining until={Date.parse(session.expires_at) - ahead} />
          </dd>
        </div>
      </dl>
      <FoldedJson className="more" summary="User and session as JSON" value={maskSecrets({ user, session })} label="User and session" />
    </Card>
  )
}

function Remaining({ until }: { until: number }) {
  const now = useNow()
  return until <= now ? 'Over: the next check signs out' : duration(until - now)
}
