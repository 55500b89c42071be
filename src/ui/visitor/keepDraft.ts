import type { Ui } from '../context.ts'
import type { Draft } from '../map.ts'

/**
 * The fields of screens that a visitor may leave and come back to: their ids, or the name of the
 * select.
 */
const fields = {
  email: (suffix) => `#email-input${suffix}`,
  phone: (suffix) => `#phone-input${suffix}`,
  country: () => '[name=country-select]',
  recoveryCode: (suffix) => `#recovery-code-input${suffix}`,
} satisfies Record<keyof Omit<Draft, 'tab'>, (suffix: string) => string>

const drafts = new WeakMap<object, { draft: Draft; end(): void }>()

/**
 * Keeps what the visitor types: every screen begins with what stood in the same field when they
 * left it. The fields are read where the visitor sees them, when a visit ends and when they choose
 * another tab, because browsers and password managers fill fields in without an event. Called
 * again, it replaces the last call.
 */
export function keepDraft({ visit, suffix }: Pick<Ui, 'visit' | 'suffix'>, root: HTMLElement): void {
  const before = drafts.get(visit)
  before?.end()
  const draft: Draft = before?.draft || {}
  const readFields = () => {
    const tab = root.querySelector('[role=tab][aria-selected=true]')
    if (tab) draft.tab = tab.id.slice(`lk-tabs${suffix}`.length)
    for (const [name, selector] of Object.entries(fields)) {
      const field = root.querySelector<HTMLInputElement | HTMLSelectElement>(selector(suffix))
      if (field) draft[name as keyof typeof fields] = field.value
    }
  }
  for (const type of ['click', 'keydown']) root.addEventListener(type, readFields, true)
  // the screen of the last visit is still there
  const unsubscribe = visit.subscribe(({ place }) => {
    readFields()
    if ('draft' in place)
      Object.assign(draft, place.draft)
      // an object that this function changes, so that a form in another tab finds what was typed
      // since
    ;(place as { draft?: Draft }).draft = draft
  })
  drafts.set(visit, {
    draft,
    end() {
      for (const type of ['click', 'keydown']) root.removeEventListener(type, readFields, true)
      unsubscribe()
    },
  })
}
