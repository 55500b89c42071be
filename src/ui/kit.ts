// What a first screen has use for later, of the file that comes when the visitor turns to the widget; what else is in it, build/entries.ts says. Screens import what they need
// from where it is written.
export { leaveAddress } from '../client/leaveAddress.ts'
export { Back } from './Back.tsx'
export { explained } from './explain.tsx'
export { Logo } from './Logo.tsx'
export { Watermark } from './Watermark.tsx'
