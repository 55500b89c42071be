/** Runs after the next frame has been painted; soon, too, where nothing is painted because the page is hidden. */
export function afterPaint(act: () => void): void {
  let done = false
  const once = () => {
    if (!done) act()
    done = true
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, 200)
}
