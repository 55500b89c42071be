import '../harness/dom.ts'
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createStore } from '../../src/browser/storage.ts'

const area = Object.getOwnPropertyDescriptor(window, 'localStorage')
const replace = (get: () => unknown) => Object.defineProperty(window, 'localStorage', { get, configurable: true })
test.after.each(() => {
  if (area) Object.defineProperty(window, 'localStorage', area)
  else Reflect.deleteProperty(window, 'localStorage')
  localStorage.clear()
})

const open = () => {
  const faults = { count: 0 }
  return {
    faults,
    store: createStore('localStorage', () => {
      faults.count += 1
    }),
  }
}

test('every storage returns what was set, as JSON', () => {
  const { store, faults } = open()
  // happy-dom's storage does not handle the names of Object.prototype's members.
  fc.assert(
    fc.property(
      fc.string().map((text) => `key ${text}`),
      fc.jsonValue(),
      (key, value) => {
        store.set(key, value)
        assert.equal(open().store.get(key), JSON.parse(JSON.stringify(value)) ?? undefined)
        assert.is(localStorage.getItem(key), JSON.stringify(value))
      },
    ),
  )
  store.set('a', 1)
  store.remove('a')
  assert.is(store.get('a'), undefined)
  assert.is(faults.count, 0)
})

test('a value that is not JSON counts as absent', () => {
  for (const text of ['', '{', 'undefined', '<html>', 'NaN']) {
    localStorage.setItem('key', text)
    assert.is(open().store.get('key'), undefined)
  }
})

test('when a storage has room again, its values count', () => {
  const { store } = open()
  const real = localStorage
  replace(() => ({
    getItem: () => null,
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }))
  store.set('key', 1)
  replace(() => real)
  assert.is(store.get('key'), 1)
  store.set('key', 2)
  localStorage.setItem('key', '3')
  assert.is(store.get('key'), 3)
})

for (const [name, get] of Object.entries<() => unknown>({
  'that throws when it is accessed': () => {
    throw new Error('SecurityError')
  },
  'that is null, as in a WebView': () => null,
  'that throws on every use': () =>
    new Proxy(
      {},
      {
        get: () => () => {
          throw new Error('SecurityError')
        },
      },
    ),
  'that is full, with an old value in it': () => ({
    getItem: () => '"old"',
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
    removeItem() {},
  }),
})) {
  test(`with a storage ${name}, values stay in memory and a warning says so`, () => {
    replace(get)
    const { store, faults } = open()
    store.set('key', { a: 1 })
    assert.ok(faults.count > 0)
    assert.equal(store.get('key'), { a: 1 })
    store.set('key', { a: 2 })
    assert.equal(store.get('key'), { a: 2 })
    store.set('key', null)
    assert.is(store.get('key'), undefined)
    store.remove('key')
  })
}

test.run()
