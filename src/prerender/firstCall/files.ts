/**
 * Asks for the files that the token in the page's URL needs, a round trip before the loader
 * (src/entries/embed.ts) does. `tag` is the script tag of the loader, whose `data-integrity` lists
 * them. Runs in the page, as text (build/pageScript.ts).
 */
export const fetchTokenFiles = (tag: HTMLScriptElement | null): void => {
  for (const entry of tag?.dataset.integrity?.split(', ') ?? []) {
    const [file, integrity, query] = entry.split(' ')
    if (query && location.search.match(query))
      tag!.before(
        Object.assign(Document.prototype.createElement.call(document, 'link'), {
          // not `modulepreload`: the loader runs what the page links to like that at once
          rel: 'preload',
          as: 'script',
          crossOrigin: '',
          href: new URL(file!, tag!.src),
          integrity,
          nonce: tag!.nonce,
        }),
      )
  }
}
