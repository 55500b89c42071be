/** The declarations of what package.json exports: written by TypeScript file by file, then rolled up, so that a host sees what an entry has and nothing of ours. */
import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'

/** The declarations that package.json promises, as paths below dist/types/; `*` stands for every file of its folder. */
const promised = (target) => {
  if (typeof target === 'string') return target.startsWith('./dist/types/') ? [target.slice('./dist/types/'.length)] : []
  return Object.values(target).flatMap(promised)
}

/** Runs TypeScript; rejects with what it printed. */
const written = (root, folder) =>
  new Promise((resolve, reject) => {
    const args = [
      join(root, 'node_modules/typescript-7/bin/tsc'),
      '-p',
      join(root, 'build/tsconfig.types.json'),
      '--noCheck',
      '--outDir',
      folder,
    ]
    const child = spawn(process.execPath, args, { cwd: root })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        printed += data
      })
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(printed))))
  })

const rolledUp = async (from, to, names, extension) => {
  const bundle = await rollup({
    input: Object.fromEntries(names.map((name) => [name.replace(/\.d\.c?ts$/, ''), join(from, name.replace(/\.d\.cts$/, '.d.ts'))])),
    external: [/^[^./]/],
    plugins: [dts()],
    onwarn: ({ code, message }) => {
      // A type that an entry uses and does not export by name is in a file that entries share; a folder may have none that an entry needs.
      if (!message.includes('private shared type') && code !== 'EMPTY_BUNDLE') throw new Error(message)
    },
  })
  const { output } = await bundle.generate({
    format: 'es',
    entryFileNames: `[name].d.${extension}`,
    // What entries share is in a file for each folder of src/, and never in another entry, which may need what a host does not have (React).
    manualChunks: (id, { getModuleInfo }) =>
      getModuleInfo(id).isEntry ? undefined : relative(from, id).split('/')[0].replace('.d.ts', ''),
    chunkFileNames: `shared/[name].d.${extension}`,
  })
  for (const { fileName, code, exports } of output) {
    if (exports.length === 0 && !output.some(({ imports }) => imports.includes(fileName))) continue
    await mkdir(dirname(join(to, fileName)), { recursive: true })
    await writeFile(join(to, fileName), code)
  }
}

/** Writes them to `folder`, by way of `cache`. `npm run check` judges types; nothing here does. */
export const declarations = async (root, folder, cache) => {
  const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const separate = join(cache, 'declarations')
  await rm(separate, { recursive: true, force: true })
  await written(root, separate)
  const all = (await readdir(separate, { recursive: true })).filter((name) => name.endsWith('.d.ts'))
  for (const name of all) {
    const file = join(separate, name)
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace(/(['"])(\.{1,2}\/[^'"]+?)(\.tsx?|\.js)?\1/g, '$1$2.js$1'))
  }
  const names = [...new Set(promised(exports))].flatMap((name) =>
    name.includes('*') ? all.filter((path) => path.startsWith(name.split('*')[0]) && path.endsWith(name.split('*')[1])) : name,
  )
  // one program for each, as a file that both share could be of one kind alone
  await rolledUp(
    separate,
    folder,
    names.filter((name) => name.endsWith('.d.ts')),
    'ts',
  )
  await rolledUp(
    separate,
    folder,
    names.filter((name) => name.endsWith('.d.cts')),
    'cts',
  )
}
