import type { FormEvent, ReactNode } from 'react'

/**
 * A form of the widget. Its `submit` event does not leave it, because the widget may be inside a form of the host's page
 * (docs/decisions.md#the-widget-works-in-any-host-page). `onSubmit` gets whether the visitor did it, and not the form, in which an extension may have put an input
 * in front of ours.
 */
export const Form = ({ onSubmit, children }: { onSubmit: (event: Pick<FormEvent, 'isTrusted'>) => void; children: ReactNode }) => (
  <form
    className="lk-form"
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      event.stopPropagation()
      onSubmit(event)
    }}
  >
    {children}
  </form>
)
