// The file that comes when the visitor turns to the widget.
export * from '../ui/kit.ts'
export * from './laterChunks.ts'
export { fetchBehind } from './fetchBehind.ts'
export { laterWords } from './speech.ts'
export { LaterScreen } from './LaterScreen.tsx'
