/**
 * The document, for all of our code. An element with a name hides the document's own property of
 * that name (HTML, section 3.1.5): after `<img name=cookie>`, which most HTML filters let through,
 * `document.cookie` is that image. So this reads every member through the prototype. It is no node:
 * where a browser's API wants one, pass `document` itself.
 */
export const safeDocument: Readonly<Document> = new Proxy({} as Document, {
  get(_, name) {
    const member = Reflect.get(Document.prototype, name, document)
    return typeof member === 'function' ? member.bind(document) : member
  },
})

/** Sets a cookie, as an assignment to `document.cookie` does. */
export const setCookie = (text: string): boolean => Reflect.set(Document.prototype, 'cookie', text, document)
