/** How the look `quartz` arranges the ways to log in. */
import { BETWEEN_BUTTONS, button, form, passkey } from './heights.ts'

/** Returns how many of `count` providers show, and whether as tiles, in two columns of names. */
export const foldOf = (count: number, social?: 'list' | 'grid'): { grid: boolean; shown: number } => ({
  grid: social ? social === 'grid' : count > 3,
  shown: !social && count > 4 ? 3 : count,
})

/** Returns the minimum height of a part of Main, in px, before its code has loaded. */
export function heightOf({ kind, providers }: { kind: string; providers?: unknown[] }, social?: 'list' | 'grid'): number {
  if (!providers) return { wallets: button, passkey, forms: form }[kind] ?? 0
  const { grid, shown } = foldOf(providers.length, social)
  const rows = Math.ceil(Math.min(providers.length, shown + 1) / (grid ? 2 : 1))
  return rows * (button + BETWEEN_BUTTONS) - BETWEEN_BUTTONS
}

/** Makes the button for a passkey the last of the ways to log in, below the forms. */
export function arrange<Part extends { kind: string }>(parts: Part[]): Part[] {
  const has = (kind: string) => parts.some((part) => part.kind === kind)
  if (!has('forms')) return parts
  const others = parts.filter(({ kind }) => kind !== 'passkey' && (kind !== 'divider' || has('oauth') || has('wallets')))
  return [...others, ...parts.filter(({ kind }) => kind === 'passkey')]
}
