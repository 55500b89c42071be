import { useState } from 'react'
import { imageUrl } from '../../browser/imageUrl.ts'
import { useUi } from '../context.ts'
import sheet from '../looks/kit.css'
import { useSheet } from '../looks/sheets.ts'

/**
 * An image of at most 100 by 50 px. Renders nothing if `of` is not the URL of an image or cannot be
 * fetched (docs/decisions/README.md#every-url-from-outside-is-checked). `alt` may be the project's
 * name, which is unchecked text from its settings; a host's own text goes first. Without it, the
 * image says nothing.
 */
export function Logo({ of, alt }: { of?: string; alt?: string | null }) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  useSheet(sheet)
  const { styles } = useUi()
  const text = alt === undefined ? '' : (styles.logo?.alt ?? alt)
  const url = of && imageUrl(of)
  return url && url !== brokenUrl ? (
    <img className="lk-logo" src={url} alt={typeof text === 'string' ? text : ''} onError={() => setBrokenUrl(url)} />
  ) : null
}
