/** The search: a dialog with a field, and the headings that match as links. */
import MiniSearch, { type SearchResult } from 'minisearch'
import type { KeySwitch } from './searchButton.ts'
import { type Entry, indexOptions } from './terms.ts'

/** The address of the site, next to whose scripts this one is in `c/`. */
const site = new URL('..', import.meta.url)
const SHOWN = 20
/** With fewer results that have all words, those with some words follow. */
const FEW = 5

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...children)
  return made
}

type Found = SearchResult & Entry

/** Hosts look for a guide or the reference more often than for how Latchkey is made. */
const boostDocument = (_id: unknown, _term: string, entry?: Record<string, unknown>) => (entry?.section === 'Project' ? 0.5 : 1)

const load = async () => {
  const response = await fetch(new URL('search.json', site))
  if (!response.ok) throw new Error(`search.json: ${response.status}`)
  return MiniSearch.loadJSON<Entry>(await response.text(), indexOptions)
}

const find = (index: MiniSearch<Entry>, text: string) => {
  const options = { prefix: true, fuzzy: (term: string) => (term.length > 4 ? 0.2 : false), boost: { page: 2, heading: 3 }, boostDocument }
  const every = index.search(text, { ...options, combineWith: 'AND' }) as Found[]
  if (every.length >= FEW) return every
  const found = new Set(every.map(({ id }) => id as number))
  return [...every, ...(index.search(text, options) as Found[]).filter(({ id }) => !found.has(id as number))]
}

const AROUND = 120

/** The words around the longest word that matches. */
const excerptOf = ({ content, terms }: Found) => {
  const lower = content.toLowerCase()
  const at = [...terms]
    .sort((one, other) => other.length - one.length)
    .flatMap((term) => (lower.includes(term) ? [lower.indexOf(term)] : []))[0]
  const from = (at ?? 0) - AROUND / 3
  const start = from > 0 ? content.indexOf(' ', from) + 1 : 0
  const text = content.slice(start, start + AROUND).replace(/\s+/g, ' ')
  return `${start > 0 ? '… ' : ''}${text}${start + AROUND < content.length ? ' …' : ''}`
}

const resultLink = (found: Found) => {
  const { page, heading, path, anchor, section } = found
  return element(
    'a',
    { href: new URL(`${path}${anchor && `#${anchor}`}`, site).href },
    element('strong', {}, heading),
    element('span', { class: 'place' }, anchor ? `${section} › ${page}` : section),
    element('span', { class: 'excerpt' }, excerptOf(found)),
  )
}

const said = (count: number) =>
  count === 0
    ? 'Nothing found'
    : count === 1
      ? '1 result'
      : count > SHOWN
        ? `${count} results, the best ${SHOWN} shown`
        : `${count} results`

const searchDialog = (key: KeySwitch) => {
  const field = element('input', {
    type: 'search',
    'aria-label': 'Search the documentation',
    placeholder: 'An option, an error, a message, a guide',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
  })
  const status = element('p', { role: 'status' })
  const results = element('ul')
  const close = element('button', { type: 'button', class: 'plain' }, 'Close')
  const keySwitch = element('input', { type: 'checkbox' })
  keySwitch.checked = key.isOn()
  const dialog = element(
    'dialog',
    { class: 'search', 'aria-label': 'Search' },
    element('div', { class: 'search-field' }, field, close),
    status,
    results,
    element('label', {}, keySwitch, element('span', {}, 'The key / opens the search')),
  )

  let index: Promise<MiniSearch<Entry>> | undefined
  const show = async () => {
    const text = field.value.trim()
    index ??= load()
    try {
      const loaded = await index
      if (text !== field.value.trim()) return
      const found = text ? find(loaded, text) : []
      results.replaceChildren(...found.slice(0, SHOWN).map((one) => element('li', {}, resultLink(one))))
      results.dataset.for = text
      status.textContent = text && said(found.length)
    } catch {
      index = undefined
      status.textContent = 'The search did not load. Check your connection, then type again.'
    }
  }

  /** The field and the results, which the arrow keys walk through. */
  const stops = () => [field, ...results.querySelectorAll('a')]
  const keys: Record<string, (at: number, last: number) => number> = {
    ArrowDown: (at, last) => Math.min(at + 1, last),
    ArrowUp: (at) => Math.max(at - 1, 0),
  }
  dialog.addEventListener('keydown', (event) => {
    const list = stops()
    const at = list.indexOf(document.activeElement as HTMLInputElement)
    const move = keys[event.key]
    if (move && at >= 0) {
      event.preventDefault()
      list[move(at, list.length - 1)]!.focus()
    } else if (event.key === 'Enter' && at === 0) list[1]?.click()
    else if (event.key === 'Escape') {
      // A browser would only empty the field.
      event.preventDefault()
      dialog.close()
    }
  })
  field.addEventListener('input', () => void show())
  keySwitch.addEventListener('change', () => key.turn(keySwitch.checked))
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => {
    // The backdrop, or a heading of the page that is already open.
    if (event.target === dialog || (event.target as Element).closest('a')) dialog.close()
  })
  document.body.append(dialog)
  return {
    open() {
      if (!dialog.open) dialog.showModal()
      field.select()
      field.focus()
      void show()
    },
  }
}

let search: ReturnType<typeof searchDialog> | undefined

/** Opens the search, with the field selected. */
export const openSearch = (key: KeySwitch): void => {
  search ??= searchDialog(key)
  search.open()
}
