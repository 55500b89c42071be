// What screens after the first are made of, and the words for what goes wrong: one file, which comes when the visitor turns to the widget. Screens import what
// they need of it from where it is written.
export { leaveAddress } from '../client/leaveAddress.ts'
export { Back } from './Back.tsx'
export { Confirmation } from './Confirmation.tsx'
export { explain } from './explain.tsx'
export { default as sheet } from './kit.css'
export { Logo } from './Logo.tsx'
export { rich } from './rich.ts'
export { Toasts, useToasts } from './Toasts.tsx'
export { Watermark } from './Watermark.tsx'
