import { useRef, type ReactNode } from 'react'

/**
 * A form of ours. Its `submit` stays inside: the widget may stand in a form of the host's (quality.md, Host pages). Password managers fill and submit in one go,
 * before what was filled in is drawn: `onSubmit` is that of the drawing after it.
 */
export const Form = ({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) => {
  const latest = useRef(onSubmit)
  latest.current = onSubmit
  return (
    <form
      className="lk-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void Promise.resolve().then(() => latest.current())
      }}
    >
      {children}
    </form>
  )
}
