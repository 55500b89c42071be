/** How long the browser may take to go back, in ms. A page may have replaced its history. */
const LONGEST = 2000

/**
 * Lets the browser's back button close something that is open. Returns a function to call when it
 * has closed, which takes its entry out of the history.
 */
export function closeOnBack(close: () => void): () => Promise<void> {
  // the page's own state stays, so that its router sees the page where it is
  history.pushState({ ...history.state, latchkey: true }, '')
  let isBack = false
  const onBack = () => {
    isBack = true
    close()
  }
  addEventListener('popstate', onBack)
  return async () => {
    removeEventListener('popstate', onBack)
    // the page may have gone on in the meantime
    if (isBack || !history.state?.latchkey) return
    await new Promise((resolve) => {
      addEventListener('popstate', resolve, { once: true })
      setTimeout(resolve, LONGEST)
      history.back()
    })
  }
}
