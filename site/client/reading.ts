/** Marks the heading in "On this page" whose text is being read. */
export const markWhatIsRead = (): void => {
  const entries = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('#contents a')].map((entry) => [decodeURIComponent(entry.hash.slice(1)), entry]),
  )
  const headings = [...entries.keys()].flatMap((id) => document.getElementById(id) ?? [])
  if (headings.length === 0) return
  let current: HTMLAnchorElement | undefined
  const mark = () => {
    const above = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 4)
    const last = above.at(-1)
    const next = last && entries.get(last.id)
    if (next === current) return
    current?.removeAttribute('aria-current')
    next?.setAttribute('aria-current', 'true')
    current = next
  }
  // Called when a heading enters or leaves the upper quarter of the window, which is where a
  // visitor reads.
  const observer = new IntersectionObserver(mark, { rootMargin: '0px 0px -75% 0px' })
  for (const heading of headings) observer.observe(heading)
}
