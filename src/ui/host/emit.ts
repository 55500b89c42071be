import type { Authenticated } from '../../api/entities.ts'
import type { WidgetEvents } from './events.ts'

/** An answer with which somebody is signed in (ui/visitor/signedIn.ts). */
export type SignedIn<Answer> = Answer & { second_factor_required?: undefined }

/**
 * The data of an event: if it says that somebody is signed in, an answer with which somebody is. A
 * new passkey is only for a visitor who is.
 */
type EventData<Type extends keyof WidgetEvents> = Type extends 'PASSKEY_REGISTER'
  ? WidgetEvents[Type]
  : WidgetEvents[Type] extends Authenticated
    ? SignedIn<WidgetEvents[Type]>
    : WidgetEvents[Type]

/** Notifies the host of an event, by callback and DOM event. */
export type Emit = <Type extends keyof WidgetEvents>(type: Type, data: EventData<Type>) => void
