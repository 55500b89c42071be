import { useRef, type ReactNode } from 'react'

/**
 * A form of the widget. Its `submit` event does not leave it, because the widget may be inside a form of the host's page
 * (docs/decisions.md#the-widget-works-in-any-host-page). Password managers fill and submit at once, before the filled text is rendered, so `onSubmit` is the
 * handler of the next rendering.
 */
export const Form = ({ onSubmit, children }: { onSubmit: (form: HTMLFormElement) => void; children: ReactNode }) => {
  const latest = useRef(onSubmit)
  latest.current = onSubmit
  return (
    <form
      className="lk-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        const form = event.currentTarget
        void Promise.resolve().then(() => latest.current(form))
      }}
    >
      {children}
    </form>
  )
}
