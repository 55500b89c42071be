/** The search: a dialog with a field, and the headings that match as links. */
import MiniSearch from 'minisearch'
import { find, type Match } from './finding.ts'
import type { KeySwitch } from './searchButton.ts'
import { entriesOf, indexOptions, searchFiles, type Entry, type SearchPage } from './terms.ts'

/** The address of the site, next to whose scripts this one is in `c/`. */
const site = new URL('..', import.meta.url)
const MOST_RESULTS = 20

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const node = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) node.setAttribute(attribute, value)
  node.append(...children)
  return node
}

const fetchPages = async (file: string) => {
  const response = await fetch(new URL(file, site))
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  return (await response.json()) as SearchPage[]
}

/**
 * Fetches the files and indexes one after the other, in turns that leave the page time to answer.
 * The first can be searched before the second is there.
 */
const load = () => {
  const index = new MiniSearch<Entry>(indexOptions)
  const loading = { index, steps: [] as Promise<void>[], isComplete: false }
  let before = Promise.resolve()
  for (const file of searchFiles.map(fetchPages)) {
    before = Promise.all([file, before]).then(([pages]) => index.addAllAsync(entriesOf(pages, index.documentCount), { chunkSize: 50 }))
    loading.steps.push(before)
  }
  void before.then(
    () => {
      loading.isComplete = true
    },
    () => {},
  )
  return loading
}

const AROUND = 120

/** Returns the words around the longest word that matches. */
const excerptOf = ({ content, terms }: Match) => {
  const lower = content.toLowerCase()
  const at = [...terms]
    .sort((one, other) => other.length - one.length)
    .flatMap((term) => (lower.includes(term) ? [lower.indexOf(term)] : []))[0]
  const from = (at ?? 0) - AROUND / 3
  const start = from > 0 ? content.indexOf(' ', from) + 1 : 0
  const text = content.slice(start, start + AROUND).replace(/\s+/g, ' ')
  return `${start > 0 ? '… ' : ''}${text}${start + AROUND < content.length ? ' …' : ''}`
}

const resultLink = (match: Match) => {
  const { page, heading, path, anchor, section } = match
  return element(
    'a',
    { href: new URL(`${path}${anchor && `#${anchor}`}`, site).href },
    element('strong', {}, heading),
    element('span', { class: 'place' }, anchor ? `${section} › ${page}` : section),
    element('span', { class: 'excerpt' }, excerptOf(match)),
  )
}

const summary = (count: number) =>
  count === 0
    ? 'Nothing found'
    : count === 1
      ? '1 result'
      : count > MOST_RESULTS
        ? `${count} results, the best ${MOST_RESULTS} shown`
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

  /** Shows results in place of others. One that has the focus keeps it. */
  const list = (matches: Match[]) => {
    const focusHref = results.contains(document.activeElement) && (document.activeElement as HTMLAnchorElement).href
    results.replaceChildren(...matches.slice(0, MOST_RESULTS).map((one) => element('li', {}, resultLink(one))))
    if (focusHref) ([...results.querySelectorAll('a')].find(({ href }) => href === focusHref) ?? field).focus()
  }

  let loading: ReturnType<typeof load> | undefined
  const show = async () => {
    const text = field.value.trim()
    loading ??= load()
    const { index, steps, isComplete } = loading
    try {
      for (const step of isComplete ? steps.slice(-1) : steps) {
        await step
        if (text !== field.value.trim()) return
        const matches = text ? find(index, text) : []
        list(matches)
        const isLast = step === steps.at(-1)
        if (isLast) results.dataset.for = text
        status.textContent = text && `${summary(matches.length)}${isLast ? '' : '. The reference is still loading'}`
      }
    } catch {
      loading = undefined
      status.textContent = 'The search did not load. Check your connection, then type again.'
    }
  }

  /** Returns the field and the results, which the arrow keys walk through. */
  const stops = () => [field, ...results.querySelectorAll('a')]
  const keys: Record<string, (at: number, last: number) => number> = {
    ArrowDown: (at, last) => Math.min(at + 1, last),
    ArrowUp: (at) => Math.max(at - 1, 0),
  }
  dialog.addEventListener('keydown', (event) => {
    const places = stops()
    const at = places.indexOf(document.activeElement as HTMLInputElement)
    const move = keys[event.key]
    if (move && at >= 0) {
      event.preventDefault()
      places[move(at, places.length - 1)]!.focus()
    } else if (event.key === 'Enter' && at === 0) places[1]?.click()
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
