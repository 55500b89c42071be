/** Compiles samples of documents as hosts would, against the declarations of the built package (dist/types/). */
import '../built/types.ts'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Returns what TypeScript reports for these texts, each as `path: message`. `files`: the texts by the paths where they would be, relative to the repository; they are not written.
 * `more`: options of the compiler that differ from tsconfig.json.
 */
export const compileSamples = (files: Record<string, string>, more: ts.CompilerOptions = {}): string[] => {
  const texts = new Map(Object.entries(files).map(([path, text]) => [join(root, path), text]))
  const options: ts.CompilerOptions = {
    ...ts.parseJsonConfigFileContent(ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config, ts.sys, root).options,
    // The package as its users see it.
    paths: {
      latchkey: [join(root, 'dist/types/index.d.ts')],
      'latchkey/*': [join(root, 'dist/types/*'), join(root, 'dist/types/*/index.d.ts')],
    },
    ...more,
  }
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, getSourceFile } = host
  // the folders of these texts need not exist
  delete host.directoryExists
  host.readFile = (name) => texts.get(name) ?? readFile(name)
  host.fileExists = (name) => texts.has(name) || fileExists(name)
  host.getSourceFile = (name, target) =>
    texts.has(name) ? ts.createSourceFile(name, texts.get(name)!, target) : getSourceFile(name, target)
  return ts
    .getPreEmitDiagnostics(ts.createProgram([...texts.keys()], options, host))
    .map(({ file, messageText }) => `${file?.fileName.replace(root, '')}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
}
