import { ArrowLeft, Trash2 } from 'lucide-react'
import { base } from './base.ts'
import { emulator } from './emulator.ts'

/**
 * The sessions that the provider has forgotten end with the next page, because a page that opens
 * checks its session.
 */
const forget = async () => {
  await emulator.reset()
  location.reload()
}

/**
 * On a site: the way back to it, what makes its pages different, and the button that forgets what
 * they keep.
 */
export const WayBack = () => (
  <nav className="way-back" aria-label="Site">
    <a href={new URL('../', `${base}/`).href}>
      <ArrowLeft aria-hidden size={16} /> Latchkey documentation
    </a>
    <p>The provider on this page is an emulator in your browser. Nothing leaves your machine.</p>
    <button type="button" onClick={() => void forget()}>
      <Trash2 aria-hidden size={14} /> Forget everything
    </button>
  </nav>
)
