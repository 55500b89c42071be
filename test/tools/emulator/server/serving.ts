import * as assert from 'uvu/assert'
import { B2BClient, Client, StytchError } from 'stytch'
import { createEmulator, type EmulatorOptions } from '../../../../src/tools/emulator/index.ts'
import { listen } from '../../../../src/tools/emulator/node.ts'
import { createVisitor, logInByCode } from '../visitor.ts'
import { rejection } from '../../../harness/rejection.ts'

/**
 * Runs an emulator on a port, with a client of the provider's own Node SDK that uses it, and
 * visitors in front of it.
 */
export const serving = async <Result>(use: (at: Serving) => Promise<Result>, options?: EmulatorOptions) => {
  const emulator = createEmulator(options)
  const { url, close } = await listen(emulator, { port: 0 })
  try {
    return await use(servingAt(emulator, url))
  } finally {
    await close()
    assert.equal(emulator.crashes(), [])
  }
}

const servingAt = (emulator: ReturnType<typeof createEmulator>, url: string) => {
  const { project_id, secret } = emulator
  const visitor = createVisitor(emulator, url)
  return {
    emulator,
    url,
    visitor,
    client: new Client({ project_id, secret, env: `${url}/` }),
    members: new B2BClient({ project_id, secret, env: `${url}/` }),
    /** A visitor signs in with a code, in the browser. */
    signIn: (email?: string, minutes?: number) => logInByCode({ emulator, ...visitor }, minutes, email),
  }
}

type Serving = ReturnType<typeof servingAt>

/** The call is refused with an error of this type. */
export const expectRefusal = async (call: Promise<unknown>, error_type: string) => {
  const error = await rejection(call)
  if (!(error instanceof StytchError)) throw error
  assert.is(error.error_type, error_type)
}
