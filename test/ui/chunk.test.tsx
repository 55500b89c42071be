import '../harness/dom.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Awaited } from '../../src/ui/Awaited.tsx'
import { chunk } from '../../src/ui/chunk.ts'
import { render } from '../harness/render.tsx'
import { settled, until } from '../harness/screen.ts'

const test = suite('chunk')

/** A file that arrives when the test says so, or does not. */
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

test('is fetched once, when it is first asked for', async () => {
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

test('that could not be fetched is fetched again by the next who asks', async () => {
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

test('that could not be fetched is an answer that did not come, for whoever needed it', async () => {
  const { source, asked } = file()
  const loading = source.load()
  asked[0]!.fail()
  const error = await loading.then(
    () => assert.unreachable(),
    (error) => error,
  )
  assert.equal([error.code, error.message], ['unreachable', 'Unable to contact our servers.'])
  assert.is(error.cause.message, 'Failed to fetch dynamically imported module')
})

test('shows a spinner until it is here', async () => {
  const { source, asked } = file()
  const { find, text, see, close } = await render(<Awaited chunk={source}>{({ name }) => <p>It is {name}</p>}</Awaited>)
  assert.is(find('[data-testid=loading-icon]')!.getAttribute('aria-label'), 'Loading')
  assert.is(find('[data-testid=loading-icon]')!.getAttribute('role'), 'status')
  ;(await until(() => asked[0])).arrive()
  await see('It is module')
  assert.is(text(), 'It is module')
  assert.is(asked.length, 1)
  await close()
})

test('shows at once what is already here', async () => {
  const { source, asked } = file()
  void source.load()
  asked[0]!.arrive()
  await settled()
  const { text, close } = await render(<Awaited chunk={source}>{({ name }) => <p>{name}</p>}</Awaited>)
  assert.is(text(), 'module')
  assert.is(asked.length, 1)
  await close()
})

test('says that it cannot be had, and tries again', async () => {
  const { source, asked } = file()
  const { find, see, press, close } = await render(
    <section className="lk" tabIndex={-1}>
      <Awaited chunk={source}>{({ name }) => <p>It is {name}</p>}</Awaited>
    </section>,
  )
  ;(await until(() => asked[0])).fail()
  await see('Unable to contact our servers.')
  assert.is(find('[role=alert]')!.textContent, 'Unable to contact our servers.')
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

test('the words can be replaced', async () => {
  const { source, asked } = file()
  const strings = { 'loading.ariaLabel': 'Lädt', 'error.unreachable': 'Kein Netz.', 'button.retry': 'Noch einmal' }
  const { find, see, press, close } = await render(<Awaited chunk={source}>{() => null}</Awaited>, { strings })
  assert.is(find('[data-testid=loading-icon]')!.getAttribute('aria-label'), 'Lädt')
  ;(await until(() => asked[0])).fail()
  await see('Kein Netz.')
  await press('Noch einmal')
  await close()
})

test.run()
