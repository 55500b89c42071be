/** What the build writes for the cost page: cost/data.json. */
import type { LoadedConfig } from '../../src/widget/loading.ts'
import type { EmbedChunks } from '../../src/tools/snippet/snippet.ts'
import { configOf, languageOf, type Choice } from './choice.ts'

/**
 * What `npm run bench` has measured of a configuration: times in ms, from the start of the visit
 * until its controls can be used.
 */
export interface MeasuredJourney {
  config: LoadedConfig
  ready: number
  /** The provider's SDK 6 with the same methods. */
  sdkReady: number
  sdkBytes: number
}

export interface CostData {
  /** dist/embed/chunks.json. */
  chunks: EmbedChunks
  /** The tag of each language and `auto`, with its name. */
  languages: (readonly [tag: string, name: string])[]
  journeys: MeasuredJourney[]
  /** When they were measured. */
  date: string
  /** The bytes of the largest configuration, which is as long as a bar can be. */
  most: number
}

/** The order of products, methods and providers changes what is where, and not what loads. */
const keyOf = ({ products = [], otpOptions, oauthOptions }: LoadedConfig) =>
  JSON.stringify([
    [...products].sort(),
    [...(otpOptions?.methods ?? [])].sort(),
    (oauthOptions?.providers ?? []).map(({ type, one_tap }) => `${type} ${!!one_tap}`).sort(),
  ])

/** Returns the measurements of a choice, if there are any. They are in English. */
export const journeyOf = (choice: Choice, journeys: MeasuredJourney[]): MeasuredJourney | undefined =>
  languageOf(choice) ? undefined : journeys.find(({ config }) => keyOf(config) === keyOf(configOf(choice)))
