/** In ms. A slow phone may take a tenth of a second until it paints a form: what waits for that should not come in between. */
const PATIENCE = 200

/**
 * Runs `act` after the next frame has been painted, but at the latest after 200 ms: nothing is painted while the page is hidden, or where a test has taken its
 * document away.
 */
export function afterPaint(act: () => void): void {
  let late: ReturnType<typeof setTimeout> | undefined
  const once = () => {
    if (!late) return
    clearTimeout(late)
    late = undefined
    act()
  }
  late = setTimeout(once, PATIENCE)
  globalThis.requestAnimationFrame?.(() => setTimeout(once))
}
