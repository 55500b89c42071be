import '../../harness/everyFramework.ts'
import '../../harness/dom.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ChunkContent } from '../../../src/ui/chunks/ChunkContent.tsx'
import { chunk } from '../../../src/ui/chunks/chunk.ts'
import { render } from '../../harness/render.tsx'
import { settled, until } from '../../harness/screen.ts'
import { rejection } from '../../harness/rejection.ts'

const test = suite('chunk')

/** A file that arrives when the test decides, or not at all. */
const file = () => {
  const asked: { arrive(): void; fail(): void }[] = []
  const source = chunk(
    () =>
      new Promise<{ name: string }>((resolve, reject) => {
        asked.push({
          arrive: () => resolve({ name: 'module' }),
          fail: () => reject(new TypeError('Failed to fetch dynamically imported module')),
        })
      }),
  )
  return { source, asked }
}

test('loads once, when it is first needed', async () => {
  const { source, asked } = file()
  assert.is(asked.length, 0)
  const both = [source.load(), source.load()]
  assert.is(asked.length, 1)
  assert.is(source.now, undefined)
  asked[0]!.arrive()
  const [first, second] = await Promise.all(both)
  assert.is(first, second)
  assert.is(source.now, first)
  assert.is(await source.load(), first)
  assert.is(asked.length, 1)
})

test('a failed load is repeated by the next caller', async () => {
  const { source, asked } = file()
  const both = Promise.allSettled([source.load(), source.load()])
  asked[0]!.fail()
  assert.equal(
    (await both).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.is(source.now, undefined)
  const again = source.load()
  assert.is(asked.length, 2)
  asked[1]!.arrive()
  assert.equal(await again, { name: 'module' })
})

test('a file that arrives without its content is a failed load', async () => {
  let module: object = Object.freeze({ __proto__: null })
  const source = chunk(async () => module)
  const error = await rejection(source.load())
  assert.is(error.code, 'unreachable')
  assert.is(source.now, undefined)
  module = { name: 'module' }
  assert.is(await source.load(), module)
})

test('a failed load counts as a missing answer for everyone who needed it', async () => {
  const { source, asked } = file()
  const loading = source.load()
  asked[0]!.fail()
  const error = await rejection(loading)
  assert.equal([error.code, error.message], ['unreachable', 'Unable to contact our servers.'])
  // The browser's own error has the file's URL in it.
  assert.is(error.cause, undefined)
})

test('shows a spinner until it has loaded', async () => {
  const { source, asked } = file()
  const { find, text, see, close } = await render(<ChunkContent chunk={source}>{({ name }) => <p>It is {name}</p>}</ChunkContent>)
  assert.is(find('[data-testid=loading-icon]')!.getAttribute('aria-label'), 'Loading')
  assert.is(find('[data-testid=loading-icon]')!.getAttribute('role'), 'status')
  ;(await until(() => asked[0])).arrive()
  await see('It is module')
  assert.is(text(), 'It is module')
  assert.is(asked.length, 1)
  await close()
})

test('shows a loaded chunk at once', async () => {
  const { source, asked } = file()
  void source.load()
  asked[0]!.arrive()
  await settled()
  const { text, close } = await render(<ChunkContent chunk={source}>{({ name }) => <p>{name}</p>}</ChunkContent>)
  assert.is(text(), 'module')
  assert.is(asked.length, 1)
  await close()
})

test('shows an error, and tries again', async () => {
  const { source, asked } = file()
  const { find, see, press, close } = await render(
    <section className="lk" tabIndex={-1}>
      <ChunkContent chunk={source}>{({ name }) => <p>It is {name}</p>}</ChunkContent>
    </section>,
  )
  const first = await until(() => asked[0])
  const region = find('[role=alert]')
  assert.is(region?.textContent, '', 'screen readers announce only what changes in a live region that they know')
  first.fail()
  await see('Unable to contact our servers.')
  assert.is(find('[role=alert]'), region)
  assert.is(region!.textContent, 'Unable to contact our servers.')
  find<HTMLElement>('button')!.focus()
  await press('Try again')
  await until(() => find('[data-testid=loading-icon]'), 'the spinner')
  assert.is(document.activeElement, find('.lk'), 'the button that had the focus is gone')
  ;(await until(() => asked[1])).fail()
  await see('Unable to contact our servers.')
  await press('Try again')
  ;(await until(() => asked[2])).arrive()
  await see('It is module')
  await close()
})

test('the texts can be replaced', async () => {
  const { source, asked } = file()
  const strings = { 'loading.ariaLabel': 'Lädt', 'error.unreachable': 'Kein Netz.', 'button.retry': 'Noch einmal' }
  const { find, see, press, close } = await render(<ChunkContent chunk={source}>{() => null}</ChunkContent>, { strings })
  assert.is(find('[data-testid=loading-icon]')!.getAttribute('aria-label'), 'Lädt')
  ;(await until(() => asked[0])).fail()
  await see('Kein Netz.')
  await press('Noch einmal')
  await close()
})

test.run()
