import type { ConsentItem } from '../../ui/map.ts'

/** Whether the visitor can leave an item out. */
export const isSelectable = (item: ConsentItem): boolean => typeof item !== 'string' && !!item.selectable

/** Returns the scopes of a request without those that stand for nothing but items that the visitor has left out. */
export function chosenScopes(requested: string[], items: ConsentItem[], left: ConsentItem[]): string[] {
  const scopesOf = (some: ConsentItem[]) => new Set(some.flatMap((item) => (typeof item === 'string' ? [] : (item.scopes ?? []))))
  const out = scopesOf(left)
  const stays = scopesOf(items.filter((item) => !left.includes(item)))
  return requested.filter((scope) => stays.has(scope) || !out.has(scope))
}
