import { useEffect, useState } from 'react'
import { readSettings, writeSettings, type Settings } from './settings.ts'

/** The settings, and how a control changes some of them. */
export interface ChangingSettings {
  settings: Settings
  change: (part: Partial<Settings>) => void
}

/** The settings are in the URL, so that a link shares them and a reload keeps them. */
export function useSettings() {
  const [settings, setSettings] = useState(() => readSettings(location.hash))
  useEffect(() => {
    const read = () => setSettings(readSettings(location.hash))
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  useEffect(() => {
    const { pathname, search, hash } = location
    const newHash = writeSettings(settings)
    if (newHash !== hash) history.replaceState(history.state, '', pathname + search + newHash)
  }, [settings])
  const change = (part: Partial<Settings>) => setSettings((before) => ({ ...before, ...part }))
  return [settings, change] as const
}
