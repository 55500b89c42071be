/** In an attribute's JSON: a name that wants a list or an object and has something else, or the whole, which wants to be an object. `null` is nothing. */
const wrongShape = /("(products|methods|providers)"\s*:\s*[^[n\s]|("\w+Options"\s*:|^)\s*[^{n\s]).*/

/** What an attribute says in JSON; an object, and nothing in it where there is none. Throws what is wrong: the parser's error, or the place that is of another shape. */
export const jsonOf = (text: string | null | undefined) => {
  const wrong = wrongShape.exec((text ||= '{}'))
  if (wrong) throw wrong[0]
  return JSON.parse(text)
}
