/** Opens and closes menus where there are no popovers: Chrome before 114, Safari before 17. */
export const openMenus = (): void => {
  if ('popover' in HTMLElement.prototype) return
  addEventListener('click', ({ target }) => {
    const pressed = (target as Element).closest('[popovertarget]')?.getAttribute('popovertarget')
    for (const menu of document.querySelectorAll('[popover]')) {
      const opens = menu.id === pressed && !menu.classList.contains('open')
      if (!menu.contains(target as Node)) menu.classList.toggle('open', opens)
    }
  })
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') for (const menu of document.querySelectorAll('[popover].open')) menu.classList.remove('open')
  })
}
