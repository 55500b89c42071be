import { useStytch } from '@stytch/nextjs'
import { StytchAPIError } from '@stytch/vanilla-js'
import { useCallback, useState, type FormEvent } from 'react'

/** Sends a link, for those who want no code. */
export const LinkForm = () => {
  const stytch = useStytch()
  const [status, setStatus] = useState('')
  const send = useCallback(
    async (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      const email = String(new FormData(event.currentTarget).get('address'))
      try {
        const login_magic_link_url = `${location.origin}/authenticate`
        await stytch.magicLinks.email.loginOrCreate(email, { login_magic_link_url, signup_magic_link_url: login_magic_link_url })
        setStatus(`A link is on its way to ${email}`)
      } catch (error) {
        setStatus(error instanceof StytchAPIError ? `Refused: ${error.error_type}` : 'Something went wrong')
      }
    },
    [stytch],
  )
  return (
    <form onSubmit={send} aria-label="Link">
      <label>
        Your address <input name="address" type="email" />
      </label>
      <button type="submit">Send a link</button>
      <p role="status">{status}</p>
    </form>
  )
}
