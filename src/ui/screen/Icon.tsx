/**
 * A line drawing of 24 by 24 units. `out`: it points along the line, so it turns with the direction
 * of the script. `label` is what a screen reader says for it; without one it is a decoration.
 */
export const Icon = ({ path, out, label }: { path: string; out?: boolean; label?: string }) => (
  <svg
    className={out ? 'lk-i lk-out' : 'lk-i'}
    viewBox="0 0 24 24"
    role={label ? 'img' : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : 'true'}
  >
    <path d={path} />
  </svg>
)
