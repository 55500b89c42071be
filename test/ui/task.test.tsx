import '../harness/everyFramework.ts'
import '../harness/dom.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { LatchkeyAPIError, LatchkeyAPIUnreachableError } from '../../src/api/errors.ts'
import { kit } from '../../src/widget/firstScreenChunks.ts'
import { useTask, type Task } from '../../src/ui/task.ts'
import { render } from '../harness/render.tsx'
import { settled, until } from '../harness/screen.ts'

const test = suite('task')

const reported: unknown[] = []
globalThis.reportError = (error) => {
  reported.push(error)
}
test.before.each(() => {
  reported.length = 0
})

let task: Task
function Form() {
  task = useTask()
  return (
    <p>
      {task.busy ? 'busy' : 'idle'}: {task.error}
    </p>
  )
}

/** Work that ends when the test decides. */
const work = () => {
  let runs = 0
  let succeed!: () => void
  let fail!: (reason: unknown) => void
  const end = new Promise<void>((resolve, reject) => ([succeed, fail] = [resolve, reject]))
  return { run: () => (runs++, end), succeed, fail, runs: () => runs }
}

const GENERAL = 'Something went wrong. Please try again.'

test('shows that it is busy, then that it is not', async () => {
  const { see, text, failures, close } = await render(<Form />)
  assert.is(text(), 'idle: ')
  assert.is(task.busy, false)
  const { run, succeed } = work()
  void task.run(run)
  await see('busy: ')
  succeed()
  await see('idle: ')
  assert.equal(failures, [])
  await close()
})

test('runs once at a time, however often it is started', async () => {
  const { see, close } = await render(<Form />)
  const first = work()
  const { run } = task
  void run(first.run)
  void run(first.run)
  await see('busy: ')
  void task.run(first.run)
  void task.run(async () => ({ error_type: 'invalid_email' }))
  await settled()
  assert.is(first.runs(), 1)
  await see('busy: ')
  first.succeed()
  await see('idle: ')
  void task.run(first.run)
  await settled()
  assert.is(first.runs(), 2)
  await close()
})

test('a failure shows, is reported to the host, and is cleared by the next run', async () => {
  const { see, text, failures, close } = await render(<Form />)
  const first = work()
  void task.run(first.run)
  first.fail({ message: 'Wrong.' })
  await see('idle: Wrong.')
  assert.equal(failures, [{ message: 'Wrong.' }])
  assert.is(task.cause, failures[0])
  const second = work()
  void task.run(second.run)
  await see('busy: ')
  assert.is(text(), 'busy: ')
  assert.is(task.cause, undefined)
  second.succeed()
  await see('idle: ')
  assert.is(text(), 'idle: ')
  await close()
})

for (const thrown of [undefined, null, false, 0, '']) {
  test(`${JSON.stringify(thrown)}, when thrown, is a failure`, async () => {
    const { see, failures, close } = await render(<Form />)
    void task.run(async () => {
      throw thrown
    })
    await see(`idle: ${GENERAL}`)
    assert.is(failures.length, 1)
    assert.ok(task.cause)
    assert.equal(reported, failures)
    await close()
  })
}

test('an unexpected error becomes a general sentence and is reported', async () => {
  const { see, failures, close } = await render(<Form />)
  const error = new TypeError('x is not a function')
  void task.run(() => {
    throw error
  })
  await see(`idle: ${GENERAL}`)
  assert.is(failures[0], error)
  assert.equal(reported, [error])
  await close()
})

test('a result after the end of the visit is ignored', async () => {
  const { see, text, failures, visits, close } = await render(<Form />)
  const { run, fail } = work()
  void task.run(run)
  await see('busy: ')
  visits.now.peek().end()
  fail({ message: 'Late.' })
  await settled()
  assert.is(text(), 'busy: ')
  assert.equal(failures, [])
  await close()
})

test('the host gets a failure at once, and no text shows if the visit ends while the texts load', async () => {
  const { text, failures, visits, close } = await render(<Form />)
  const running = task.run(async () => {
    throw { message: 'Just in time.' }
  })
  await Promise.resolve()
    .then(() => {})
    .then(() => visits.now.peek().end())
  assert.equal(failures, [{ message: 'Just in time.' }])
  await running
  await settled()
  assert.is(text(), 'busy: ')
  assert.is(failures.length, 1)
  await close()
})

test('a refusal shows, and is not reported to the host', async () => {
  const { see, text, failures, close } = await render(<Form />)
  void task.run(async () => ({ error_type: 'invalid_email' }))
  await see('idle: Email format is invalid.')
  assert.equal(failures, [])
  assert.equal(reported, [])
  const { run, succeed } = work()
  void task.run(run)
  await see('busy: ')
  succeed()
  await see('idle: ')
  assert.is(text(), 'idle: ')
  await close()
})

test('the same message again counts as a new one, so that the focus returns once more', async () => {
  const { see, close } = await render(<Form />)
  void task.run(async () => ({ error_type: 'invalid_email' }))
  await see('idle: Email format is invalid.')
  const before = task.error
  void task.run(async () => ({ error_type: 'invalid_email' }))
  await until(() => task.error !== before && !task.busy)
  await close()
})

const server = (status_code: number) => LatchkeyAPIError.from({ status_code, error_type: 'x', error_message: 'No.' })
for (const [what, thrown, isMistake] of [
  ['what a form refuses', { message: 'Wrong.' }, true],
  ['what the server refuses', server(400), true],
  ['a wrong password', server(401), true],
  ['too many calls', server(429), false],
  ['a fault of the server', server(503), false],
  ['no answer', new LatchkeyAPIUnreachableError('x'), false],
  ['a bug', new TypeError('x'), false],
] as const) {
  test(`${what} is ${isMistake ? '' : 'not '}about what the visitor has typed`, async () => {
    const { close } = await render(<Form />)
    await task.run(async () => {
      throw thrown
    })
    await until(() => !task.busy && task.error)
    assert.is(!!task.isMistake, isMistake)
    await close()
  })
}

test('offline is said as such', async () => {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  const { see, close } = await render(<Form />)
  await task.run(async () => {
    throw new LatchkeyAPIUnreachableError('x')
  })
  await see('idle: You are offline. Connect to the internet, then try again.')
  delete (navigator as { onLine?: boolean }).onLine
  await close()
})

test('while a call takes long, the button says so', async () => {
  await kit.load()
  const { visits, close } = await render(<Form />)
  const { run, succeed } = work()
  void task.run(run)
  await until(() => task.busy)
  assert.is(task.waiting, undefined)
  visits.now.peek().slow.value = 1
  await until(() => task.waiting?.label === 'Still trying…')
  visits.now.peek().slow.value = 0
  await until(() => !task.waiting)
  visits.now.peek().slow.value = 1
  succeed()
  await until(() => !task.busy)
  assert.is(task.waiting, undefined)
  await close()
})

test('a URL in a message is a link', async () => {
  const { find, close } = await render(<Form />)
  void task.run(() => Promise.reject({ message: 'Look at https://a.test.' }))
  await until(() => find<HTMLAnchorElement>('a')?.href === 'https://a.test/')
  await close()
})

test.run()
