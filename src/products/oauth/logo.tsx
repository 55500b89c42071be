import { useEffect, useState } from 'react'
import { chunk } from '../../ui/chunk.ts'
import { logo as apple } from './logos/appleLogo.ts'
import { logo as generic } from './logos/genericLogo.ts'
import { logo as github } from './logos/githubLogo.ts'
import { logo as google } from './logos/googleLogo.ts'
import { logo as microsoft } from './logos/microsoftLogo.ts'

/** Shapes in a square of 24 units, and their colours: without one, that of the text. */
export type Logo = readonly (readonly [path: string, colour?: string])[]

/** The four that most hosts have come with the buttons; all others are one file. */
const logos: Record<string, Logo> = { google, apple, github, microsoft }

const further = chunk(() => import('./furtherLogos.ts'))

/** The logo of a provider; its place is kept while it is on its way. */
export function ProviderLogo({ type }: { type: string }) {
  const [logo, setLogo] = useState(() => (Object.hasOwn(logos, type) ? logos[type] : undefined))
  useEffect(() => {
    const found = logo
      ? Promise.resolve(logo)
      : further.load().then(({ furtherLogos }) => (Object.hasOwn(furtherLogos, type) ? furtherLogos[type] : undefined))
    // the button works without its own
    found.then(
      (logo = generic) => setLogo(logo),
      () => setLogo(generic),
    )
  }, [])
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {logo?.map(([path, colour]) => (
        <path key={path} d={path} fill={colour || 'currentColor'} />
      ))}
    </svg>
  )
}
