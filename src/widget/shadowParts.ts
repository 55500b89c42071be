/**
 * Names the parts of a widget in a shadow root, for the page's `::part()` rules: each of our
 * classes without `lk-`, and `widget` for the whole. The names are set before anything is painted,
 * because mutation observers run before that.
 */
export function nameParts(root: ShadowRoot): void {
  const name = () => {
    for (const element of root.querySelectorAll('[class]')) {
      const names = [...element.classList].map((name) => (name === 'lk' ? 'widget' : name.replace(/^lk-/, ''))).join(' ')
      if (element.getAttribute('part') !== names) element.setAttribute('part', names)
    }
  }
  new MutationObserver(name).observe(root, { subtree: true, childList: true, attributeFilter: ['class'] })
  name()
}
