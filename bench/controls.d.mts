import type { Wanted } from './journeys.ts'

/** Runs in a page: the controls that a visitor could use now, or undefined while there are fewer than `wanted`. */
export function findControls(wanted: Wanted): Element[] | undefined
