/**
 * `npm run size` compares dist/ with the budgets of .size-limit.json, and names the chunks that
 * have grown since the last `npm run bench -- --sizes`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.ts'
import { bytesOf, chunkSizes, measure, readBudgets } from './sizes.ts'

const signed = (bytes: number) => `${bytes > 0 ? '+' : ''}${bytes} B`

/** Lists what has changed since the last `npm run bench -- --sizes`, a line for each chunk. */
const changes = () => {
  const { budgets: before } = JSON.parse(readFileSync(join(root, 'bench/results.json'), 'utf8')) as {
    budgets: { name: string; size: number }[]
  }
  const now = chunkSizes()
  const sizeIn = (list: typeof now, name: string) => list.find((chunk) => chunk.name === name)?.size ?? 0
  const gone = before.filter(({ name }) => /^(chunk|words) /.test(name) && !now.some((chunk) => chunk.name === name))
  return [...now, ...gone]
    .map(({ name }) => ({ name, from: sizeIn(before, name), to: sizeIn(now, name) }))
    .filter(({ from, to }) => from !== to)
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .map(({ name, from, to }) => `${signed(to - from).padStart(9)}  ${name} (${from} to ${to})`)
}

const failures: string[] = []
console.log('   bytes   limit  names')
for (const { name, real, steady, limit, promise } of measure(readBudgets())) {
  console.log(`${String(steady).padStart(8)}${String(bytesOf(limit)).padStart(8)}${signed(real - steady).padStart(7)}  ${name}`)
  if (steady > bytesOf(limit)) failures.push(`${name}: ${steady - bytesOf(limit)} B over its budget`)
  if (promise && real > bytesOf(promise)) failures.push(`${name}: ${real} B, and we promise at most ${promise}`)
}
console.log('\nThe hashes in the names of chunks add `names` by chance; budgets do not count it, promises do.')
const lines = changes()
console.log(lines.length > 0 ? `Since bench/results.json:\n${lines.join('\n')}` : 'No chunk has another size than in bench/results.json.')
if (failures.length > 0) {
  console.error(
    `\n${failures.join('\n')}\nIf this is intended, npm run budgets -- --raise raises budgets, and your commit says what the bytes are for.`,
  )
  process.exitCode = 1
}
