/** In `npm run build -- --full-compat` alone: the package that signals.preact.ts stands in for, behind the same hook; and what react.preact.ts tells Preact. */
import { options } from 'preact'
import { afterPaint } from '../browser/afterPaint.ts'

export { signal, type Signal } from '@preact/signals-core'
export { useValue } from './signals.preact.ts'

options.requestAnimationFrame = afterPaint
