import type { ReactNode } from 'react'

/** A form of ours. Its `submit` stays inside: the widget may stand in a form of the host's (quality.md, Host pages). */
export const Form = ({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) => (
  <form
    className="lk-form"
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      event.stopPropagation()
      onSubmit()
    }}
  >
    {children}
  </form>
)
