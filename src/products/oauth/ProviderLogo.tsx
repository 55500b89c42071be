import { useEffect, useState } from 'react'
import { chunk } from '../../ui/chunks/chunk.ts'
import type { BUTTON_LOGOS } from './buttonLogos.ts'
import type { Logo } from './logoShapes.ts'
import { logo as apple } from './logos/appleLogo.ts'
import { logo as generic } from './logos/genericLogo.ts'
import { logo as github } from './logos/githubLogo.ts'
import { logo as google } from './logos/googleLogo.ts'
import { logo as microsoft } from './logos/microsoftLogo.ts'

const logos: Record<string, Logo> = { google, apple, github, microsoft } satisfies Record<(typeof BUTTON_LOGOS)[number], Logo>

const further = chunk(() => import('./furtherLogos.ts'))
const images = chunk(() => import('../../browser/imageUrl.ts'))

/**
 * The logo of an OAuth provider, or the image at `url`. Its space stays reserved while it loads.
 */
export function ProviderLogo({ type, url }: { type: string; url?: string }) {
  const [logo, setLogo] = useState(() => (Object.hasOwn(logos, type) ? logos[type] : undefined))
  const [image, setImage] = useState<string>()
  useEffect(() => {
    if (url) void images.load().then(({ imageUrl }) => setImage(imageUrl(url)))
    const loading = logo
      ? Promise.resolve(logo)
      : further.load().then(({ furtherLogos }) => (Object.hasOwn(furtherLogos, type) ? furtherLogos[type] : undefined))
    // the button works with the generic logo, too
    loading.then(
      (logo = generic) => setLogo(logo),
      () => setLogo(generic),
    )
  }, [])
  return image ? (
    <img src={image} alt="" />
  ) : (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {logo?.map(([path, color]) => (
        <path key={path} d={path} fill={color || 'currentColor'} />
      ))}
    </svg>
  )
}
