/**
 * How long to wait for a frame, in ms. A slow phone may take 100 ms to paint a form, and the work
 * that waits for that must not start earlier.
 */
const PAINT_TIMEOUT = 200

/**
 * Runs `act` after the next frame has been painted, or after 200 ms at the latest, because a hidden
 * page, or one whose document a test has removed, paints nothing.
 */
export function afterPaint(act: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const once = () => {
    if (!timer) return
    clearTimeout(timer)
    timer = undefined
    act()
  }
  timer = setTimeout(once, PAINT_TIMEOUT)
  globalThis.requestAnimationFrame?.(() => setTimeout(once))
}
