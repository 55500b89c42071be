/** What every store promises. */
import * as assert from 'uvu/assert'
import type { Test } from 'uvu'
import type { Store } from '../../../src/server/own/index.ts'

/** Registers the checks of a store. `create` resolves with one that other tests may use, too. */
export const storeChecks = (test: Test, on: string, create: () => Store | Promise<Store>): void => {
  let keys = 0
  const newKey = () => `${on} ${++keys}`
  const soon = () => Date.now() + 60_000
  /** Runs with the clock at another time. */
  const at = async <Result>(ms: number, run: () => Result | Promise<Result>): Promise<Result> => {
    const { now } = Date
    Date.now = () => now() + ms
    try {
      return await run()
    } finally {
      Date.now = now
    }
  }

  test(`${on}: a value is there until its time is over, and a later one replaces it`, async () => {
    const [store, key] = [await create(), newKey()]
    assert.is(await store.get(key), undefined)
    await store.put(key, `it's "quoted" é 💥`, soon())
    assert.is(await store.get(key), `it's "quoted" é 💥`)
    await store.put(key, 'later', soon())
    assert.is(await store.get(key), 'later')
    await at(61_000, async () => {
      assert.is(await store.get(key), undefined)
      assert.is(await store.take(key), undefined)
    })
  })

  test(`${on}: of many callers, one takes a value`, async () => {
    const [store, key] = [await create(), newKey()]
    await store.put(key, 'value', soon())
    const taken = await Promise.all(Array.from({ length: 30 }, () => store.take(key)))
    assert.equal(taken.filter(Boolean), ['value'])
    assert.is(await store.get(key), undefined)
  })

  test(`${on}: a value that was taken does not come back when its life is extended`, async () => {
    const [store, key] = [await create(), newKey()]
    await store.put(key, 'value', soon())
    await store.extend(key, soon() + 60_000)
    await at(90_000, async () => assert.is(await store.get(key), 'value'))
    await store.take(key)
    await store.extend(key, soon())
    assert.is(await store.get(key), undefined)
    await store.put(key, 'value', soon())
    await at(61_000, async () => store.extend(key, Date.now() + 60_000))
    await at(62_000, async () => assert.is(await store.get(key), undefined))
  })

  test(`${on}: hits at the same moment all count, back too, and begin again when their time is over`, async () => {
    const [store, key] = [await create(), newKey()]
    const hits = await Promise.all(Array.from({ length: 30 }, () => store.hit(key, soon())))
    assert.equal(
      [...hits].sort((one, other) => one - other),
      Array.from({ length: 30 }, (_, index) => index + 1),
    )
    assert.is(await store.hit(key, soon() + 60_000, -2), 28)
    await at(61_000, async () => assert.is(await store.hit(key, soon()), 1))
  })
}
