import ts from 'typescript'

/**
 * By path and language. A program takes seconds, and most of them to parse the types of the browser
 * and of React.
 */
const parsed = new Map<string, ts.SourceFile | undefined>()

/**
 * A host of the compiler for which `texts`, by their full paths, are files. All programs of a test
 * file share what they read from the disk.
 */
export const compilerHost = (options: ts.CompilerOptions, texts: Record<string, string> = {}): ts.CompilerHost => {
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, getSourceFile } = host
  // the folders of these texts need not exist
  delete host.directoryExists
  host.readFile = (name) => texts[name] ?? readFile(name)
  host.fileExists = (name) => name in texts || fileExists(name)
  host.getSourceFile = (name, language) => {
    if (name in texts) return ts.createSourceFile(name, texts[name]!, language)
    const key = `${name} ${JSON.stringify(language)}`
    if (!parsed.has(key)) parsed.set(key, getSourceFile(name, language))
    return parsed.get(key)
  }
  return host
}
