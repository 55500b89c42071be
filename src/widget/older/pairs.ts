/** `light-dark(a, b)`; an argument may have parentheses, and those others. */
const lightDark = /light-dark\(((?:[^(),]|\((?:[^()]|\([^()]*\))*\))+),((?:[^()]|\((?:[^()]|\([^()]*\))*\))+)\)/g

/** Replaces each `light-dark()` of a value; in `by`, `$1` is the light color, `$2` the dark one. */
export const replaceLightDark = (value: string, by: string): string => value.replace(lightDark, by)

/** What replaces `light-dark()`: one of the variables is empty (all.floor.css). */
export const PAIR = 'var(--lk-light,$1)var(--lk-dark,$2)'
