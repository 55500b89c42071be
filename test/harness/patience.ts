/**
 * How long a test waits for something that must happen, in ms. Only a busy machine needs that long,
 * so test/runner/run.ts makes it longer when many files run beside each other.
 */
export const PATIENCE = Number(process.env.LATCHKEY_PATIENCE ?? 20_000)
