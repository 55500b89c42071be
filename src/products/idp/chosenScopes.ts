import type { ConsentItem } from '../../ui/map.ts'

/** Returns whether the visitor can leave an item out. */
export const isSelectable = (item: ConsentItem): boolean => typeof item !== 'string' && !!item.selectable

/**
 * Returns the scopes of a request without those that stand for nothing but items that the visitor
 * has left out.
 */
export function chosenScopes(scopes: string[], items: ConsentItem[], unchecked: ConsentItem[]): string[] {
  const scopesOf = (some: ConsentItem[]) => new Set(some.flatMap((item) => (typeof item === 'string' ? [] : (item.scopes ?? []))))
  const out = scopesOf(unchecked)
  const stays = scopesOf(items.filter((item) => !unchecked.includes(item)))
  return scopes.filter((scope) => stays.has(scope) || !out.has(scope))
}
