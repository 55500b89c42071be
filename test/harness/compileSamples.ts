/**
 * Compiles samples of documents as hosts would, against the declarations of the built package
 * (dist/types/).
 */
import '../built/types.ts'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { compilerHost } from './compilerHost.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What `tsc --init` writes today, with the modules of bundlers, which most hosts use. */
const readFreshOptions = (): ts.CompilerOptions => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-init-'))
  try {
    const { status, stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript-7/bin/tsc'), '--init'], {
      cwd: folder,
      encoding: 'utf8',
    })
    if (status) throw new Error(stdout)
    const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile)
    const { options, errors } = ts.convertCompilerOptionsFromJson(
      { ...config.compilerOptions, module: 'esnext', moduleResolution: 'bundler' },
      root,
    )
    if (errors[0]) throw new Error(ts.flattenDiagnosticMessageText(errors[0].messageText, ' '))
    if (!options.exactOptionalPropertyTypes || !options.noUncheckedIndexedAccess)
      throw new Error('tsc --init no longer writes what this is about')
    return options
  } finally {
    rmSync(folder, { recursive: true })
  }
}

let freshOptions: ts.CompilerOptions | undefined

/**
 * Returns what TypeScript reports for these texts, each as `path: message`. `files`: the texts by
 * the paths where they would be, relative to the repository; they are not written. `more`: options
 * of the compiler that differ from those of `tsc --init`.
 */
export const compileSamples = (files: Record<string, string>, more: ts.CompilerOptions = {}): string[] => {
  const texts = Object.fromEntries(Object.entries(files).map(([path, text]) => [join(root, path), text]))
  freshOptions ??= readFreshOptions()
  const options: ts.CompilerOptions = {
    ...freshOptions,
    noEmit: true,
    declaration: false,
    declarationMap: false,
    types: ['node'],
    // The package as its users see it.
    paths: {
      latchkey: [join(root, 'dist/types/index.d.ts')],
      'latchkey/bridge': [join(root, 'dist/types/server/bridge/index.d.ts')],
      'latchkey/bridge/conformance': [join(root, 'dist/types/conformance/index.d.ts')],
      'latchkey/bridge/own': [join(root, 'dist/types/server/own/index.d.ts')],
      'latchkey/supabase': [join(root, 'dist/types/server/supabase/index.d.ts')],
      'latchkey/better-auth': [join(root, 'dist/types/server/betterAuth/index.d.ts')],
      'latchkey/*': [join(root, 'dist/types/*'), join(root, 'dist/types/*/index.d.ts')],
    },
    ...more,
  }
  return ts
    .getPreEmitDiagnostics(ts.createProgram(Object.keys(texts), options, compilerHost(options, texts)))
    .map(({ file, messageText }) => `${file?.fileName.replace(root, '')}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
}
