/** A line drawing of 24 by 24 units. `out`: it points along the line, so it turns with the direction of the script. */
export const Icon = ({ path, out }: { path: string; out?: boolean }) => (
  <svg className={out ? 'lk-i lk-out' : 'lk-i'} viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
)
