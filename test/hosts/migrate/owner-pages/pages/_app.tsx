import { StytchProvider } from '@stytch/nextjs'
import { createStytchUIClient } from '@stytch/nextjs/ui'
import type { AppProps } from 'next/app'
import Head from 'next/head'

const stytch = createStytchUIClient(process.env.NEXT_PUBLIC_STYTCH_PUBLIC_TOKEN as string)

export default function App({ Component, pageProps }: AppProps) {
  return (
    <StytchProvider stytch={stytch}>
      <Head>
        <title>Guest list</title>
        <link rel="icon" href="data:," />
      </Head>
      <Component {...pageProps} />
    </StytchProvider>
  )
}
