import { leaveAddress } from '../client/leaveAddress.ts'
import { Back } from './Back.tsx'
import { Confirmation } from './Confirmation.tsx'
import { explain } from './explain.tsx'
import sheet from './kit.css'
import { Logo } from './Logo.tsx'
import { Message } from './Message.tsx'
import { rich } from './rich.ts'
import { Toasts, useToasts } from './Toasts.tsx'
import { Watermark } from './Watermark.tsx'

/**
 * What screens after the first are made of, and the words for what goes wrong: fetched when the visitor turns to the widget. One object, because rollup
 * would put re-exported modules that two lazy parts share into files of their own (performance.md, "Traps met"); lazy parts take what they need from here.
 */
export const kit = { leaveAddress, explain, rich, sheet, Back, Confirmation, Logo, Message, Toasts, Watermark, useToasts }
