import type { Ui } from '../../context.ts'
import { words } from '../../words/kitWords.ts'
import { translator } from '../../words/translator.ts'
import { likelyAddress } from './likelyAddress.ts'
import { safeDocument } from '../../../browser/safeDocument.ts'

export { likelyAddress }

/**
 * Offers the address that the visitor has probably meant, under the email field that they have just
 * left. This is not a component, because the form around it is a part of the first screen, which
 * has no room for more code. The hint goes when the visitor types again.
 */
export function hintUnder(field: HTMLInputElement, { strings }: Ui): void {
  const place = field.parentElement!
  place.querySelector('.lk-hint')?.remove()
  const email = likelyAddress(field.value)
  if (!email) return
  // a live region must exist before its text
  const region = safeDocument.createElement('div')
  region.setAttribute('role', 'status')
  region.className = 'lk-hint'
  place.append(region)
  const offer = () => {
    if (!region.isConnected) return
    // it moves the button of the form: never under a press, such as the one that has left the
    // field, and not while the form is being submitted
    if (safeDocument.querySelector(':active') || field.form!.querySelector('[aria-busy=true]')) return void requestAnimationFrame(offer)
    const button = Object.assign(safeDocument.createElement('button'), {
      type: 'button',
      className: 'lk-link',
      textContent: translator(words, strings)('formField.email.suggestion', { email }),
      onclick() {
        field.value = email
        field.focus()
        field.dispatchEvent(new Event('input', { bubbles: true }))
      },
    })
    region.append(button)
  }
  requestAnimationFrame(offer)
  field.addEventListener('input', () => region.remove(), { once: true })
}
