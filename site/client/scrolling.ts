/** Makes what scrolls sideways reachable by keyboard, in browsers that do not do so themselves, and only as long as it scrolls. */
export const letScroll = (): void => {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries)
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0')
      else target.removeAttribute('tabindex')
  })
  for (const box of document.querySelectorAll('.sample > pre, .table')) observer.observe(box)
}
