const NOTICE_TIME = 2000

const copyButton = (code: HTMLElement) => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  // A live region has to be there before its text changes.
  button.ariaLive = 'polite'
  let timer: ReturnType<typeof setTimeout>
  const say = (text: string) => {
    button.textContent = text
    clearTimeout(timer)
    timer = setTimeout(() => {
      button.textContent = 'Copy'
    }, NOTICE_TIME)
  }
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(code.textContent!).then(
      () => say('Copied'),
      () => say('Not allowed to copy'),
    )
  })
  return button
}

/** Adds a button to every sample that copies it. */
export const addCopyButtons = (): void => {
  // Only pages of https and of this machine have a clipboard.
  if (!navigator.clipboard) return
  for (const code of document.querySelectorAll<HTMLElement>('.sample > pre')) code.after(copyButton(code))
}
