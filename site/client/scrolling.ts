const boxes = '.sample > pre, .table'

/**
 * Makes what scrolls sideways reachable by keyboard, in browsers that do not do so themselves, and
 * only as long as it scrolls.
 */
export const letScroll = (): void => {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const box = target.closest(boxes)!
      if (box.scrollWidth > box.clientWidth) box.setAttribute('tabindex', '0')
      else box.removeAttribute('tabindex')
    }
  })
  // what is in a box may grow while the box stays as it is
  for (const part of document.querySelectorAll(`:is(${boxes}), :is(${boxes}) > *`)) observer.observe(part)
}
