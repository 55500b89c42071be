import type { ReactNode } from 'react'

/**
 * A form of the widget. Its `submit` event does not leave it, because the widget may be inside a
 * form of the host's page (docs/decisions/README.md#the-widget-works-in-any-host-page). `onSubmit`
 * gets whether the visitor did it, and not the form, in which an extension may have put an input in
 * front of ours.
 */
export const Form = ({ onSubmit, children }: { onSubmit: (event: { isTrusted: boolean }) => void; children: ReactNode }) => (
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
