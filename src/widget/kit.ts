// The file that comes when the visitor turns to the widget.
export * from '../ui/kit.ts'
export * from './laterChunks.ts'
export { LaterScreen } from './LaterScreen.tsx'
