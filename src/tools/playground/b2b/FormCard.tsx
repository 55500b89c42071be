import { useState, type FormEvent, type ReactNode } from 'react'
import { Card } from '../Card.tsx'

/** Runs the work of a step: never twice at the same time, and with a message if it fails. */
export function useWork() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setFailure('')
    try {
      await work()
    } catch (error) {
      const { error_message, message } = error as { error_message?: string; message: string }
      setFailure(error_message ?? message)
    } finally {
      setBusy(false)
    }
  }
  /** Returns the submit handler of a form, which passes on the trimmed values of its fields. */
  const submit = (work: (values: Record<string, string>) => Promise<unknown>) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = Object.fromEntries([...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]))
    if (!busy) void run(() => work(values))
  }
  return { busy, failure, run, submit }
}

/** The card of a step on the way to an organization, with its failure message. */
export function FormCard({ title, failure, children }: { title: string; failure: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className="step">
        <p className="failure" role="alert">
          {failure}
        </p>
        {children}
      </div>
    </Card>
  )
}
