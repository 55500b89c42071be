import '../harness/everyFramework.ts'
import '../harness/dom.ts'
import { install, type Clock } from '@sinonjs/fake-timers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Toasts, useToasts, type ToastList } from '../../src/ui/screen/Toasts.tsx'
import { render } from '../harness/render.tsx'
import { settled } from '../harness/screen.ts'

const test = suite('toasts')

let list: ToastList
function Screen() {
  list = useToasts()
  return <Toasts of={list} />
}

let clock: Clock

const setUp = async () => {
  const shown = await render(<Screen />)
  clock = install({ toFake: ['setTimeout', 'clearTimeout'] })
  return {
    ...shown,
    texts: () => shown.all('.lk-toast').map((toast) => toast.textContent),
    pass: async (ms: number) => {
      await clock.tickAsync(ms)
      await settled()
    },
  }
}
test.after.each(() => clock.uninstall())

test('a success shows for 2 s, an error for 4 s', async () => {
  const { texts, pass, find, close } = await setUp()
  list.show('Email resent')
  list.show('Not sent', 'error')
  await pass(0)
  assert.equal(texts(), ['Email resent', 'Not sent'])
  assert.is(find('.lk-toast.lk-error')!.textContent, 'Not sent')
  await pass(1999)
  assert.equal(texts(), ['Email resent', 'Not sent'])
  await pass(1)
  assert.equal(texts(), ['Not sent'])
  await pass(1999)
  assert.equal(texts(), ['Not sent'])
  await pass(1)
  assert.equal(texts(), [])
  await close()
})

test('twenty show at once, and more remove the oldest', async () => {
  const { texts, pass, close } = await setUp()
  for (let at = 1; at <= 23; at++) list.show(`number ${at}`)
  await pass(0)
  assert.is(texts().length, 20)
  assert.equal([texts()[0], texts().at(-1)], ['number 4', 'number 23'])
  await pass(2000)
  assert.equal(texts(), [])
  await close()
})

test('two with the same text are two, each with its own time', async () => {
  const { texts, pass, close } = await setUp()
  list.show('Email resent')
  await pass(1500)
  list.show('Email resent')
  await pass(500)
  assert.equal(texts(), ['Email resent'])
  await pass(1499)
  assert.equal(texts(), ['Email resent'])
  await pass(1)
  assert.equal(texts(), [])
  await close()
})

test('screen readers announce them, because their live region is there beforehand', async () => {
  const { find, close } = await setUp()
  assert.is(find('[role=status]')!.textContent, '')
  await close()
})

test('HTML in a text stays text', async () => {
  const { texts, pass, find, close } = await setUp()
  list.show('<img src=x onerror=alert(1)>')
  await pass(0)
  assert.equal(texts(), ['<img src=x onerror=alert(1)>'])
  assert.not(find('img'))
  await close()
})

test('no timer remains when the screen is left', async () => {
  const { pass, close } = await setUp()
  list.show('a')
  list.show('b', 'error')
  await pass(100)
  assert.is(clock.countTimers(), 2)
  await close()
  await pass(0)
  assert.is(clock.countTimers(), 0)
})

test.run()
