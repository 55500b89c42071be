import { useStytch, useStytchSession, useStytchUser } from '@stytch/react'
import type { User } from '@stytch/vanilla-js'
import { useState, type FormEvent } from 'react'

const nameOf = ({ name }: User) => [name?.first_name, name?.last_name].filter(Boolean).join(' ')

export default function Profile() {
  const stytch = useStytch()
  const { user } = useStytchUser()
  const { session } = useStytchSession()
  const [status, setStatus] = useState('')
  if (!user) return null

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    try {
      await stytch.user.update({
        name: { first_name: String(form.get('first')), last_name: String(form.get('last')) },
        untrusted_metadata: { newsletter: form.has('newsletter') },
      })
      setStatus('Saved')
    } catch (error) {
      setStatus((error as Error).message)
    }
  }

  return (
    <main>
      <h1>Hello {nameOf(user) || user.emails[0]?.email}</h1>
      <p>
        Signed in by {session?.authentication_factors.map(({ delivery_method }) => delivery_method).join(', ')}, with{' '}
        {user.providers.map(({ provider_type }) => provider_type).join(', ') || 'no provider'}
      </p>
      <form onSubmit={save}>
        <label>
          First name <input name="first" defaultValue={user.name?.first_name} />
        </label>
        <label>
          Last name <input name="last" defaultValue={user.name?.last_name} />
        </label>
        <label>
          <input type="checkbox" name="newsletter" defaultChecked={user.untrusted_metadata?.newsletter === true} /> Newsletter
        </label>
        <button type="submit">Save</button>
      </form>
      <p role="status">{status}</p>
      <button type="button" onClick={() => stytch.session.revoke()}>
        Log out
      </button>
    </main>
  )
}
