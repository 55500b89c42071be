/**
 * Mounts the built widget with every option in a document of a library for unit tests, whose
 * globals are there already.
 */
import '../built/embed.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { everyOption } from './everyOption.ts'

/** Time for a chunk to load from the disk of a busy machine, in ms. */
const PATIENCE = 20_000

const until = async (is: () => unknown, what: string) => {
  for (const end = Date.now() + PATIENCE; !is(); await new Promise((done) => setImmediate(done)))
    if (Date.now() > end) throw new Error(`Waited in vain: ${what}`)
}

export const mountsEveryOption = (library: string) => {
  const faults: string[] = []
  for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, (fault) => faults.push(String(fault?.stack ?? fault)))
  Object.assign(globalThis, { fetch: async () => Promise.reject(new TypeError('No network here')) })
  const widget = import(new URL('../../dist/embed/widget.js', import.meta.url).href) as Promise<typeof import('../../src/entries/index.ts')>

  for (const [name, props] of Object.entries(everyOption)) {
    test(`${library} renders ${name}`, async () => {
      const { LatchkeyClient } = await widget
      const client = new LatchkeyClient('public-token-test-unit')
      const place = document.body.appendChild(document.createElement('div'))
      const mounted = client.mountLogin({ ...props, elementId: place })
      const root = () => place.firstElementChild!.shadowRoot ?? place
      await until(() => root().querySelector('.lk-card button, .lk-card input, .lk-card p'), `the screen with ${name}`)
      mounted.unmount()
      assert.is(place.childElementCount, 0)
      client.destroy()
      place.remove()
      assert.equal(faults, [])
    })
  }
  test.run()
}
