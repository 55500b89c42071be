/** A picture's URL, if it is http(s) or an image in a `data:` URL; else undefined (row 29). */
export function imageUrl(text: unknown): string | undefined {
  try {
    const { protocol, href } = new URL(String(text), document.baseURI)
    return /^https?:$/.test(protocol) || /^data:image\//i.test(href) ? href : undefined
  } catch {}
}
