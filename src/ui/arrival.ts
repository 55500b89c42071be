import { useEffect } from 'react'
import { useUi } from './context.ts'

/** Does `act` once when a screen is shown, however often it is rendered or StrictMode mounts it. */
export function useArrival(act: () => void): void {
  const { visit } = useUi()
  useEffect(() => {
    const now = visit.peek()
    if (!now.arrived) act()
    now.arrived = true
  }, [])
}
