/** Whether the key `/` opens the search. A visitor can turn it off (WCAG 2.2, criterion 2.1.4). */
const key = {
  isOn: (): boolean => {
    try {
      return localStorage.getItem('search-key') !== 'off'
    } catch {
      return true
    }
  },
  turn: (on: boolean): void => {
    try {
      if (on) localStorage.removeItem('search-key')
      else localStorage.setItem('search-key', 'off')
    } catch {}
  },
}
export type KeySwitch = typeof key

const isTyping = (event: KeyboardEvent) => {
  const target = event.composedPath()[0]
  return target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
}

/** Shows the button that opens the search. The search itself loads when it is first opened. */
export const offerSearch = (): void => {
  const button = document.querySelector<HTMLButtonElement>('#search-button')!
  const open = () => void import('./search.ts').then(({ openSearch }) => openSearch(key))
  button.addEventListener('click', open)
  addEventListener('keydown', (event) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && event.key === 'k'
    const isKey = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && key.isOn() && !isTyping(event)
    if (!isShortcut && !isKey) return
    event.preventDefault()
    open()
  })
  button.hidden = false
}
