const system = matchMedia('(prefers-color-scheme: dark)')

/** Keeps a choice until the next page. A browser that stores nothing forgets it. */
const remember = (scheme: string | undefined) => {
  try {
    if (scheme) localStorage.setItem('scheme', scheme)
    else localStorage.removeItem('scheme')
  } catch {}
}

/**
 * Shows the button that switches between light and dark. To choose what the system has is to follow
 * the system again.
 */
export const offerScheme = (): void => {
  const button = document.querySelector<HTMLButtonElement>('#scheme')!
  const { dataset } = document.documentElement
  const isDark = () => (dataset.scheme ? dataset.scheme === 'dark' : system.matches)
  const show = () => button.setAttribute('aria-pressed', String(isDark()))
  button.addEventListener('click', () => {
    const dark = !isDark()
    if (dark === system.matches) delete dataset.scheme
    else dataset.scheme = dark ? 'dark' : 'light'
    remember(dataset.scheme)
    show()
  })
  system.addEventListener('change', show)
  button.hidden = false
  show()
}
