/** Whether visitors reach the controls with the keyboard, and browsers fill the fields. */
import { finding } from '../codes.ts'
import type { FieldFacts } from '../facts.ts'
import type { Rule } from './rule.ts'

/**
 * What `autocomplete` of a type of field contains, one of these. Fields of other types have nothing
 * to be filled with.
 */
const fills: Record<string, readonly string[]> = {
  email: ['email', 'username'],
  tel: ['tel', 'tel-national'],
  password: ['current-password', 'new-password'],
}

const isFilled = ({ type, autocomplete }: FieldFacts) => {
  const tokens = autocomplete.toLowerCase().split(/\s+/)
  return !fills[type] || fills[type].some((token) => tokens.includes(token))
}

export const input: Rule = ({ walk, wide, narrow, fields }) => {
  const coveredControls = [...wide, ...narrow].filter(({ coveredBy }) => coveredBy)
  const forms = [...new Set(fields.flatMap(({ hostForm }) => hostForm ?? []))]
  return [
    ...finding(
      'keyboard.unreachable',
      walk?.unreachedControls ?? [],
      'The Tab key does not reach every control of the widget.',
      'Take `tabindex`, `inert` and handlers of the Tab key off the widget and the elements around it.',
    ),
    ...finding(
      'keyboard.trap',
      walk?.trappedAt ? [walk.trappedAt] : [],
      'The Tab key does not leave the widget, so visitors cannot go on to the rest of the page.',
      'Let the Tab key pass, unless the widget is in a modal dialog (<dialog>, or aria-modal="true").',
    ),
    ...finding(
      'keyboard.focus_hidden',
      walk?.hiddenFocus ?? [],
      'A control looks the same with and without the focus, so visitors do not see where they are.',
      'Limit the rule that removes `outline` or `box-shadow` to your own elements.',
    ),
    ...finding(
      'keyboard.covered',
      coveredControls.map(({ selector, coveredBy }) => `${coveredBy} over ${selector}`),
      'Something of the page lies over a control, so visitors cannot press it.',
      'Move it away, or leave room for it at the end of the page.',
    ),
    ...finding(
      'autofill.attribute',
      fields.filter((field) => !isFilled(field)).map(({ selector, autocomplete }) => `${selector}: autocomplete="${autocomplete}"`),
      'A field has lost its `autocomplete`, so browsers and password managers do not fill it.',
      'Take out the script that changes the attributes of every field.',
    ),
    ...finding(
      'autofill.readonly',
      fields.filter(({ readOnly, disabled }) => readOnly || disabled).map(({ selector }) => selector),
      'A field cannot be edited.',
      'Take out the script, or the <fieldset disabled>, that makes it so.',
    ),
    ...finding(
      'autofill.host_form',
      forms,
      'The widget is inside a form of the page, whose fields password managers mix with its own.',
      'Put the element for the widget outside of the form.',
    ),
  ]
}
