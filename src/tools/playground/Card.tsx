import { useId, type ReactNode } from 'react'

interface CardProps {
  title: string
  /** Buttons beside the title. */
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** A titled part of the page, which is a landmark for screen readers. */
export function Card({ title, actions, className = '', children }: CardProps) {
  const id = useId()
  return (
    <section className={`card ${className}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  )
}
