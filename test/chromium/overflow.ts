/** Finds what does not fit. */
import type { Page } from 'playwright-core'

/**
 * What is wider than the card or cut off, that the page scrolls sideways, and, if asked for, what
 * is too low for its text.
 */
export const overflow = (page: Page, { height = false } = {}): Promise<string[]> =>
  page.evaluate((height) => {
    const found: string[] = []
    const nameOf = ({ localName, className, textContent }: Element) => `<${localName} class="${className}"> ${textContent.slice(0, 40)}`
    const { scrollWidth, clientWidth } = document.scrollingElement!
    if (scrollWidth > clientWidth) found.push(`the page scrolls sideways: ${scrollWidth} > ${clientWidth}`)
    const host = document.querySelector('[data-latchkey]')!
    // the targets of icons and links are larger than what is drawn
    const drawn = new CSSStyleSheet()
    drawn.replaceSync('.lk *::before { content: none !important }')
    const roots = [document, host.shadowRoot].filter((root) => root !== null)
    for (const root of roots) root.adoptedStyleSheets.push(drawn)
    const card = (host.shadowRoot ?? host).querySelector('.lk-card')!
    const page = { left: 0, right: innerWidth }
    for (const element of card.querySelectorAll<HTMLElement>('*')) {
      // nor is there a place for what is folded
      if (element.closest('svg, select') || !element.checkVisibility()) continue
      // what ends in an ellipsis is meant to be cut off
      if ([element, element.parentElement!].some((at) => getComputedStyle(at).textOverflow === 'ellipsis')) continue
      const { left, right, width } = element.getBoundingClientRect()
      // a dialog has the page, and a card of its own
      const edge = element.localName === 'dialog' ? page : element.parentElement!.closest('dialog, .lk-card')!.getBoundingClientRect()
      if (width && (left < edge.left - 1 || right > edge.right + 1)) found.push(`${nameOf(element)} leaves the card`)
      if (!(element instanceof HTMLInputElement) && element.clientWidth && element.scrollWidth > element.clientWidth + 1)
        found.push(`${nameOf(element)} overflows`)
    }
    for (const element of height ? card.querySelectorAll<HTMLElement>(':is(button, a, p, h2, h3, label, li, span)') : [])
      if (element.clientHeight && element.scrollHeight > element.clientHeight + 2) found.push(`${nameOf(element)} is too low for its text`)
    for (const root of roots) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== drawn)
    return found
  }, height)
