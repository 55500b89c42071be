/** Checks that the components for visitors who are signed in tell the host once if nobody is, although StrictMode runs effects twice. */
import { closeAll, idle, newClient, recording } from '../harness/login.ts'
import { inStrictMode } from '../harness/strictMode.tsx'
import { installPasskeys } from '../../src/playground/softwarePasskeys.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Account, PasskeyRegistration, SecondFactor } from '../../src/react.tsx'

const test = suite('nobody is signed in')
test.after.each(closeAll)

const components = {
  Account: [Account, 'Log in to see your account.'],
  SecondFactor: [SecondFactor, 'You are not logged in. Log in first.'],
  PasskeyRegistration: [PasskeyRegistration, 'Error: Cannot use PasskeyRegistration component without active user authenticated.'],
} as const

for (const [name, [Component, message]] of Object.entries(components)) {
  test(name, async () => {
    const device = installPasskeys()
    const { callbacks, errors } = recording()
    const client = newClient()
    const screen = inStrictMode(<Component client={client} callbacks={callbacks} />)
    await screen.see(message.split('.')[0]!)
    await idle()
    assert.equal(errors, [{ message }])
    screen.unmount()
    client.destroy()
    device.remove()
  })
}

test.run()
