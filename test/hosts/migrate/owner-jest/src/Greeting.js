import { useStytch, useStytchUser } from '@stytch/react'
import { LogIn } from './LogIn'

export const Greeting = () => {
  const stytch = useStytch()
  const { user } = useStytchUser()
  return user ? <button type="button" onClick={() => stytch.session.revoke()}>{`Sign out ${user.name.first_name}`}</button> : <LogIn />
}
