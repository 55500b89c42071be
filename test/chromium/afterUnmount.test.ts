/**
 * Tests that nothing of a widget is alive after it has been unmounted, whatever its options are.
 */
import '../built/embed.ts'
import { test } from 'uvu'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import { inCode, until, visiting } from './visitors.ts'

test.after(closeBrowser)

/**
 * Less than any timer of the widget, so that a widget that only a timer keeps alive is found, in
 * ms.
 */
const PATIENCE = 4000

const everyProduct = {
  products: ['emailMagicLinks', 'otp', 'passwords', 'oauth', 'crypto', 'passkeys'],
  otpOptions: { methods: ['sms', 'email', 'whatsapp'] },
  oauthOptions: { providers: [{ type: 'google', one_tap: true }, { type: 'apple' }] },
  passwordOptions: { loginExpirationMinutes: 30 },
  legal: { termsURL: '/t', privacyURL: '/p' },
  prefill: { email: 'ada@example.com' },
}
const styles = { logo: { logoImageUrl: '/favicon.ico' }, colors: { primary: '#123456' }, colorScheme: 'auto' }

/** The props of a mount: first all options at once. */
const options: Record<string, object> = {
  'no option': {},
  'a language': { language: 'fr' },
  'the language of the page': { language: 'auto' },
  styles: { styles },
  strings: { strings: { 'login.title': 'Hi' } },
  'every product': { config: everyProduct },
  'a shadow root': { config: { products: ['emailMagicLinks'], enableShadowDOM: true } },
  'all of them': {
    config: { ...everyProduct, enableShadowDOM: true },
    styles,
    strings: { 'login.title': 'Hi' },
    language: 'fr',
    authenticateByUrl: true,
  },
}

for (const [name, props] of sample(Object.entries(options).reverse())) {
  for (const touched of [false, true]) {
    visiting(`after 100 mounts and unmounts nothing is alive: ${name}${touched ? ', touched' : ''}`, async (arrive) => {
      const { page, idle } = await arrive({ html: inCode({}, {}), expected: /./ })
      await idle()
      await page.evaluate(
        async ([props, touched]) => {
          const { client } = window as any
          const left: WeakRef<object>[] = []
          for (let round = 0; round < 100; round++) {
            const place = document.body.appendChild(document.createElement('div'))
            const mounted = client.mountLogin({ ...(props as object), elementId: place, callbacks: { onEvent() {}, onError() {} } })
            const element = place.firstElementChild!
            if (touched && round < 20) {
              await new Promise(requestAnimationFrame)
              ;(element.shadowRoot ?? element).querySelector('input')?.focus()
            }
            left.push(new WeakRef(element), new WeakRef((element.shadowRoot ?? element).firstElementChild ?? element))
            mounted.unmount()
            place.remove()
          }
          Object.assign(window, { left })
        },
        [props, touched] as const,
      )
      const alive = async () => {
        await page.requestGC()
        return page.evaluate(() => (window as unknown as { left: WeakRef<object>[] }).left.filter((each) => each.deref()).length)
      }
      // the browser itself may hold on to what had the focus last
      await until(async () => (await alive()) <= (touched ? 2 : 0), `${await alive()} are gone`, PATIENCE)
    })
  }
}

test.run()
