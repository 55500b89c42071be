import { chunk } from '../../../ui/chunks/chunk.ts'
import { callingCodes } from './countries.ts'
import { dialedDigits } from './digits.ts'
import type { Edit, Reading, Regions, Rules } from './numbers.ts'

/** How a reader fetches its code and its rules. */
interface Sources {
  numbers: () => Promise<typeof import('./numbers.ts')>
  /** By the first digit of the calling code. */
  regions: Record<string, () => Promise<{ default: Rules }>>
}

/** Reads phone numbers. Fetches the code and the rules for that when it needs them. */
export interface PhoneReader {
  /** Reads the visitor's edit at once; undefined while code or rules are missing. */
  now(edit: Edit, country: string): (Reading & { caret: number }) | undefined
  /** Returns an example of a number in `country`; undefined while code or rules are missing. */
  example(country: string): string | undefined
  /**
   * Loads what is missing, then reads. Rejects if loading fails; the next call tries again, and
   * Chromium then really fetches again (tested with 156).
   */
  read(input: string, country: string): Promise<Reading>
}

export function createPhoneReader({ numbers: fetchNumbers, regions: fetches }: Sources): PhoneReader {
  const numbers = chunk(async () => (await fetchNumbers()).default(callingCodes, dialedDigits))
  const ruleChunks = Object.fromEntries(Object.entries(fetches).map(([region, fetch]) => [region, chunk(fetch)]))
  const regions: Regions = {}
  const fetchRules = async (region: string) => {
    regions[region] = (await ruleChunks[region]!.load()).default
  }
  return {
    now(edit, country) {
      const reading = numbers.now?.readEdit(edit, country, regions)
      return reading?.needs ? undefined : reading
    },
    example: (country) => numbers.now?.exampleNumber(country, regions),
    async read(input, country) {
      const [{ read }] = await Promise.all([numbers.load(), fetchRules(callingCodes[country]![0]!)])
      for (;;) {
        const reading = read(input, country, regions)
        if (!reading.needs) return reading
        await fetchRules(reading.needs)
      }
    },
  }
}

/**
 * The widget's reader. Each import is a chunk: a visitor downloads the code, and usually the rules
 * of only one of the nine regions of the world.
 */
export const phoneReader = createPhoneReader({
  numbers: () => import('./numbers.ts'),
  regions: {
    1: () => import('./metadata/callingCodes1x.ts'),
    2: () => import('./metadata/callingCodes2x.ts'),
    3: () => import('./metadata/callingCodes3x.ts'),
    4: () => import('./metadata/callingCodes4x.ts'),
    5: () => import('./metadata/callingCodes5x.ts'),
    6: () => import('./metadata/callingCodes6x.ts'),
    7: () => import('./metadata/callingCodes7x.ts'),
    8: () => import('./metadata/callingCodes8x.ts'),
    9: () => import('./metadata/callingCodes9x.ts'),
  },
})
