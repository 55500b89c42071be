import { useStytch, useStytchSession } from '@stytch/nextjs'
import type { GetServerSideProps, InferGetServerSidePropsType } from 'next'
import { useRouter } from 'next/router'
import { useEffect, useState, type FormEvent } from 'react'
import { firstNameOf, guestOf } from '~/lib/guest'

export const getServerSideProps: GetServerSideProps<{ name: string; user_id: string }> = async ({ req }) => {
  const user = await guestOf(req)
  if (!user) return { redirect: { destination: '/', permanent: false } }
  return { props: { name: firstNameOf(user as never) ?? '', user_id: user.user_id } }
}

export default function Profile({ name, user_id }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  const stytch = useStytch()
  const { session } = useStytchSession()
  const router = useRouter()
  const [expires, setExpires] = useState('')

  useEffect(() => stytch.session.onChange((next) => setExpires(next?.expires_at ?? '')), [stytch.session])

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const first_name = new FormData(event.currentTarget).get('first')
    await fetch('/api/profile', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ first_name }),
    })
    await router.replace(router.asPath)
  }

  const logOut = async () => {
    await stytch.session.revoke()
    await router.push('/')
  }

  return (
    <main>
      <h1>Hello {name}</h1>
      <p>
        {session?.user_id === user_id ? 'Browser and server agree' : 'The browser does not know yet'}
        {expires && ` until ${expires}`}
      </p>
      <form onSubmit={save}>
        <label>
          First name <input name="first" />
        </label>
        <button type="submit">Save</button>
      </form>
      <button type="button" onClick={logOut}>
        Log out
      </button>
    </main>
  )
}
