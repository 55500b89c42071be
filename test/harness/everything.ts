/** Whether `npm run test:all` runs, which adds matrices to what `npm test` proves. */
export const everything = process.env.LATCHKEY_ALL === '1'
