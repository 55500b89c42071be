/**
 * For `npm run build -- --full-compat` only: the package that signals.preact.ts replaces, behind
 * the same hook, and the option that react.preact.ts sets in Preact.
 */
import { options } from 'preact'
import { afterPaint } from '../../browser/afterPaint.ts'

export { signal, type Signal } from '@preact/signals-core'
export { useValue } from './signals.preact.ts'

options.requestAnimationFrame = afterPaint
