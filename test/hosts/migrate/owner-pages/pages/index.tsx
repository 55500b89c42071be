import { StytchLogin, useStytchUser } from '@stytch/nextjs'
import type { StyleConfig } from '@stytch/vanilla-js'
import { useRouter } from 'next/router'
import { useEffect } from 'react'
import { LinkForm } from '~/components/LinkForm'
import { config } from '~/lib/methods'

const styles: StyleConfig = { hideHeaderText: true, buttons: { primary: { backgroundColor: '#7c2d12', textColor: '#ffffff' } } }

export default function LogIn() {
  const { user, isInitialized } = useStytchUser()
  const router = useRouter()

  useEffect(() => {
    if (isInitialized && user) void router.replace('/profile')
  }, [isInitialized, user, router])

  return (
    <main>
      <h1>Guest list</h1>
      <StytchLogin config={config} styles={styles} />
      <LinkForm />
    </main>
  )
}
