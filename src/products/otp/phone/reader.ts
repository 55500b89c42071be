import { chunk } from '../../../ui/chunk.ts'
import { callingCodes } from './countries.ts'
import type { Edit, Reading, Regions, Rules } from './numbers.ts'

/** Where the code and the rules come from. */
export interface Sources {
  numbers: () => Promise<typeof import('./numbers.ts')>
  /** By the first digit of the calling code. */
  regions: Record<string, () => Promise<{ default: Rules }>>
}

/** Reads phone numbers with code and rules that are fetched when they are needed. */
export interface Reader {
  /** What the visitor's edit comes to; undefined while something for it is still missing. */
  now(edit: Edit, country: string): (Reading & { caret: number }) | undefined
  /** Fetches what is missing and reads. Rejects when it cannot be fetched; the next call tries again, and so does Chromium (tried: 156). */
  read(typed: string, country: string): Promise<Reading>
}

export function createReader({ numbers: fetchNumbers, regions: fetches }: Sources): Reader {
  const numbers = chunk(fetchNumbers)
  const parts = Object.fromEntries(Object.entries(fetches).map(([region, fetch]) => [region, chunk(fetch)]))
  const regions: Regions = {}
  const fetchRules = async (region: string) => {
    regions[region] = (await parts[region]!.load()).default
  }
  return {
    now(edit, country) {
      const reading = numbers.now?.readEdit(edit, country, regions)
      return reading?.needs ? undefined : reading
    },
    async read(typed, country) {
      const [{ read }] = await Promise.all([numbers.load(), fetchRules(callingCodes[country]![0]!)])
      for (;;) {
        const reading = read(typed, country, regions)
        if (!reading.needs) return reading
        await fetchRules(reading.needs)
      }
    },
  }
}

/** The widget's own, a chunk for each literal import: a visitor downloads the code and, of nine parts of the world, theirs. */
export const reader = createReader({
  numbers: () => import('./numbers.ts'),
  regions: {
    1: () => import('./metadata/1.ts'),
    2: () => import('./metadata/2.ts'),
    3: () => import('./metadata/3.ts'),
    4: () => import('./metadata/4.ts'),
    5: () => import('./metadata/5.ts'),
    6: () => import('./metadata/6.ts'),
    7: () => import('./metadata/7.ts'),
    8: () => import('./metadata/8.ts'),
    9: () => import('./metadata/9.ts'),
  },
})
