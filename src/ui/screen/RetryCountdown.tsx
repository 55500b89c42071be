import { useLayoutEffect, useRef, useState } from 'react'

/** The longest that a button waits, in ms. */
const LONGEST = 60_000

/** When a wait of so many ms is over, by `performance.now()`, which does not jump when somebody sets the clock. */
export const endOfWait = (ms: number): number => performance.now() + Math.min(ms, LONGEST)

/**
 * Counts down in the button whose work the server has refused for a while (`Retry-After`), and keeps it from being pressed. Then it works again. It is a part of the message, so the wait is over
 * when the message goes. `pressed` is the button; without one it is the one that says `again`, if there is one: of a call that no button has sent, or on the screen that a failure leads to. Screen
 * readers hear the time once, with the message.
 */
export function RetryCountdown({
  end,
  pressed,
  again,
  text,
}: {
  end: number
  pressed?: HTMLElement
  again: string
  text: (seconds: number) => string
}) {
  const ref = useRef<HTMLSpanElement>(null)
  const secondsLeft = () => Math.ceil((end - performance.now()) / 1000)
  const [said, setSaid] = useState(() => (secondsLeft() > 0 ? ' ' + text(secondsLeft()) : ''))
  useLayoutEffect(() => {
    const section = ref.current!.closest('.lk')!
    const button = pressed?.isConnected ? pressed : [...section.querySelectorAll('button')].find(({ textContent }) => textContent === again)
    if (!button) return setSaid('')
    if (!said) return
    const set = (name: string, value: string | null) => (value === null ? button.removeAttribute(name) : button.setAttribute(name, value))
    const before = ['aria-disabled', 'data-wait'].map((name) => [name, button.getAttribute(name)] as const)
    const refuse = (event: Event) => {
      if (!button.contains(event.target as Node)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const stop = () => {
      clearInterval(timer)
      section.removeEventListener('click', refuse, true)
      for (const [name, value] of before) set(name, value)
    }
    const show = () => {
      if (secondsLeft() < 1) {
        stop()
        return setSaid('')
      }
      set('data-wait', text(secondsLeft()))
      set('aria-disabled', 'true')
    }
    const timer = setInterval(show, 250)
    // before the button's own handlers, also those of a form, which a press of Enter submits with a click (HTML, section 4.10.22.2)
    section.addEventListener('click', refuse, true)
    show()
    return stop
  }, [])
  return (
    <span className="lk-said" ref={ref}>
      {said}
    </span>
  )
}
