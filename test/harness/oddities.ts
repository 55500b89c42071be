/**
 * What a password manager in the browser's place, a wallet or a script of the page may throw,
 * beside errors.
 */

const circular = (): object => {
  const error: { self?: object } = new Error('circular') as never
  error.self = error
  return error
}

/** Throws whatever anybody asks of it. */
const trapped = () => {
  const refuse = () => {
    throw new Error('trapped')
  }
  return new Proxy(Object.create(null), Object.fromEntries(Object.getOwnPropertyNames(Reflect).map((trap) => [trap, refuse])))
}

const withGetters = (...names: string[]) => {
  const error = new Error('getters')
  for (const name of names) {
    Object.defineProperty(error, name, {
      enumerable: true,
      get() {
        throw new TypeError(name)
      },
    })
  }
  return error
}

export const oddities: Record<string, () => unknown> = {
  'an error that holds itself': circular,
  'an error with a big integer': () => Object.assign(new Error('big'), { size: 5n }),
  'an error whose fields throw': () => withGetters('stack', 'name', 'message', 'code', 'error_type', 'cause', 'data'),
  'an error whose copy throws': () => Object.assign(new Error('copy'), { toJSON: () => JSON.parse('{') }),
  'a proxy that throws': trapped,
  'an error with the name of a method': () =>
    Object.assign(new Error('name'), { name: 'constructor', code: 'toString', error_type: '__proto__' }),
  'an object without a prototype': () => ({ __proto__: null, code: { __proto__: null } }),
  'a function': () => () => {},
  'a symbol': () => Symbol('odd'),
  'a big integer': () => 5n,
  null: () => null,
  undefined: () => undefined,
}
