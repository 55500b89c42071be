import { useStytchSession, useStytchUser } from '@stytch/react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'

/** Shows pages to those who are signed in, and sends others to the log-in page. */
export const SignedInOnly = () => {
  const { user } = useStytchUser()
  const { session, fromCache } = useStytchSession()
  const { pathname } = useLocation()
  if (!user || !session) return <Navigate to="/login" replace state={{ from: pathname }} />
  return (
    <div aria-busy={fromCache}>
      <Outlet />
    </div>
  )
}
