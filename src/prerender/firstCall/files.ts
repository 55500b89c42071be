/**
 * Asks for files before the loader (src/entries/embed.ts) or the widget do: those that the token in
 * the page's URL needs at once, and what a call needs when the visitor first touches a form that is
 * in the page's HTML. `tag` is the script tag of the loader, whose `data-integrity` lists them.
 * Runs in the page, as text (build/pageScript.ts).
 */
export const fetchEarly = (tag: HTMLScriptElement | null): void => {
  const fetchFiles = (when: string | undefined) => {
    for (const entry of tag?.dataset.integrity?.split(', ') ?? []) {
      const [file, integrity, query] = entry.split(' ')
      // never a pattern from the tag against the URL: which files come would say what is in it
      if (when && query?.split(/\W/).includes(when))
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
  fetchFiles(/[?&](?:stytch|latchkey)_token_type=(\w+)/.exec(location.search)?.[1])
  // around the form, which may be in a shadow root
  const element = Document.prototype.querySelector.call(document, '[data-latchkey]')
  for (const type of ['focusin', 'pointerdown', 'input']) element?.addEventListener(type, () => fetchFiles('touch'), { once: true })
}
