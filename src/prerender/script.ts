import { holdPresses } from './holdPresses.ts'

/**
 * The script beside a prerendered form. It reads the document through the prototype, as
 * browser/safeDocument.ts says. The build replaces this by the same in fewer bytes. It is one text
 * for all configurations, so a Content Security Policy needs one hash.
 */
export const script = `(${holdPresses})(Reflect.get(Document.prototype,'currentScript',document).previousElementSibling)`
