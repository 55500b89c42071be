/** What a host names of `latchkey/headless`, and how many bytes its bundle may have at once (brotli). */
export interface Combination {
  name: string
  parts: string[]
  limit: number
}
export const combinations: Combination[]
export type Bundler = 'esbuild' | 'rollup' | 'rolldown' | 'webpack'
export const bundlers: Record<Bundler, (entry: string, folder: string) => Promise<void>>
export const atOnce: (bundler: Bundler, combination: Combination) => Promise<{ text: string; bytes: number }>
