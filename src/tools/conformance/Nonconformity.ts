/** A check has failed. The message says what was sent, what was expected and what came instead. */
export class Nonconformity extends Error {
  /** Always `Nonconformity`. */
  override readonly name = 'Nonconformity'
}

/** Throws unless something holds. */
export function expect(holds: unknown, message: string): asserts holds {
  if (!holds) throw new Nonconformity(message)
}
