import { useState } from 'react'
import { imageUrl } from '../../browser/imageUrl.ts'

/** The logo of one side of a request, or the first letter of its name. */
export function Mark({ of, name }: { of?: string; name: string }) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const url = of && imageUrl(of)
  return url && url !== brokenUrl ? (
    <img className="lk-mark" src={url} alt="" onError={() => setBrokenUrl(url)} />
  ) : (
    <b className="lk-mark" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </b>
  )
}
