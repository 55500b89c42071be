/**
 * Runs `act` after the next frame has been painted, but at the latest after `patience` ms: nothing is painted while the page is hidden, or where a test has
 * taken its document away.
 */
export function afterPaint(act: () => void, patience = 35): void {
  let late: ReturnType<typeof setTimeout> | undefined
  const once = () => {
    if (!late) return
    clearTimeout(late)
    late = undefined
    act()
  }
  late = setTimeout(once, patience)
  globalThis.requestAnimationFrame?.(() => setTimeout(once))
}
