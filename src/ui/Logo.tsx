import { useState } from 'react'
import { imageUrl } from '../browser/url.ts'
import sheet from './kit.css'
import { useSheet } from './sheets.ts'

/**
 * A picture of at most 100 by 50 px (spec section 9). One that is no picture's address, or cannot be fetched, is not there (row 29). `alt` may be the project's
 * name, which is whatever its settings or their cached copy hold.
 */
export function Logo({ of, alt }: { of?: string; alt?: string | null }) {
  const [broken, setBroken] = useState<string>()
  useSheet(sheet)
  const url = of && imageUrl(of)
  return url && url !== broken ? (
    <img className="lk-logo" src={url} alt={typeof alt === 'string' ? alt : ''} onError={() => setBroken(url)} />
  ) : null
}
