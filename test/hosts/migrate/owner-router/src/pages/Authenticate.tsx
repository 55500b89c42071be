import { useStytch, useStytchUser } from '@stytch/react'
import { StytchAPIError } from '@stytch/vanilla-js'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'

/** Where links of emails and sign-ins with Google lead. */
export const Authenticate = () => {
  const stytch = useStytch()
  const { user } = useStytchUser()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [error, setError] = useState('')
  const hasBegun = useRef(false)
  const token = query.get('token')
  const kind = query.get('stytch_token_type')

  useEffect(() => {
    if (user) {
      navigate('/profile', { replace: true })
      return
    }
    // effects run twice in StrictMode
    if (!token || hasBegun.current) return
    hasBegun.current = true
    const options = { session_duration_minutes: 60 }
    const answer: Promise<unknown> =
      kind === 'oauth' ? stytch.oauth.authenticate(token, options) : stytch.magicLinks.authenticate(token, options)
    answer.catch((reason) => setError(reason instanceof StytchAPIError ? reason.error_type : String(reason)))
  }, [stytch, user, token, kind, navigate])

  if (!error) return <p>Signing you in</p>
  return (
    <main>
      <p role="alert">The link does not work: {error}</p>
      <Link to="/login">Back to the log-in page</Link>
    </main>
  )
}
