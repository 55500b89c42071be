import type { ReactNode } from 'react'

/**
 * A form of the widget. Its `submit` event does not leave it, because the widget may be inside a form of the host's page
 * (docs/decisions.md#the-widget-works-in-any-host-page). `onSubmit` does not get the form: an extension may have put an input in front of ours.
 */
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
