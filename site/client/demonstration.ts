/**
 * Brings the form on the start page to life when a visitor touches it: loads the widget, and an
 * emulator that answers its calls in this page. Nothing is sent, and nothing outlives the page.
 */
import type { LatchkeyClient } from '../../src/entries/index.ts'
import { holdPresses } from '../../src/prerender/holdPresses.ts'
import type { Emulator, OutboxMessage } from '../../src/tools/emulator/index.ts'
import { login } from './demonstrationLogin.ts'

const stage = document.getElementById('demonstration')!
const mail = document.getElementById('demonstration-mail')!
const here = new URL('.', location.href)
const playground = new URL('playground/', here)
/** A path below which the static site has no file. */
const backend = `${playground.pathname}demonstration`

const element = (name: string, text: string) => Object.assign(document.createElement(name), { textContent: text })
const button = (text: string, onclick: () => void) => Object.assign(element('button', text), { type: 'button', onclick })

/** Sends the calls of the widget to the emulator, and all other requests of the page as before. */
const answerWith = (emulator: Emulator, onAnswer: () => void) => {
  const { fetch } = window
  window.fetch = async (input, init) => {
    const { href, pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (!pathname.startsWith(`${backend}/`)) return fetch(input, init)
    const answer = await emulator.fetch(input instanceof Request ? input : new Request(href, init))
    onAnswer()
    return answer
  }
}

/** A log-in of an earlier visit to this page is of an emulator that has ended. */
const forgetEarlier = () => {
  try {
    for (const key of Object.keys(localStorage)) if (key.includes(backend)) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to forget.
  }
}

const start = async () => {
  const [{ LatchkeyClient }, { createEmulator }] = await Promise.all([
    import(String(new URL('embed/widget.js', playground))) as Promise<typeof import('../../src/entries/index.ts')>,
    import(String(new URL('emulator.js', playground))) as Promise<typeof import('../../src/tools/emulator/index.ts')>,
  ])
  forgetEarlier()
  const emulator = createEmulator({
    base_path: backend,
    project: { backend: true, project_name: 'this demonstration', default_redirect_url: here.href },
  })
  let client: LatchkeyClient
  let unmount = () => {}
  let mails = 0
  const mount = () => {
    client = new LatchkeyClient({ backend })
    client.onStateChange(({ user }) => {
      if (!user) return
      mail.replaceChildren(
        element('p', 'Your own page goes on from here.'),
        button('Log out', () => void client.session.revoke().then(again)),
      )
    })
    unmount = client.mountLogin({ ...login, elementId: stage, authenticateByUrl: true }).unmount
  }
  const again = () => {
    mail.replaceChildren()
    unmount()
    client.destroy()
    mount()
  }
  answerWith(emulator, () => {
    const sent = emulator.outbox()
    const { to, subject, url } = sent.at(-1) ?? ({} as Partial<OutboxMessage>)
    if (sent.length === mails || !url) return
    mails = sent.length
    mail.replaceChildren(
      element('p', `A mail to ${to}: ${subject}`),
      button('Open its link', () => {
        history.replaceState(null, '', url)
        again()
      }),
    )
  })
  mount()
}

holdPresses(stage.firstElementChild as HTMLElement)
const touches = ['pointerover', 'focusin'] as const
const touched = () => {
  for (const type of touches) stage.removeEventListener(type, touched)
  start().catch(() => mail.replaceChildren(element('p', 'The demonstration could not be loaded. Reload this page.')))
}
for (const type of touches) stage.addEventListener(type, touched)
