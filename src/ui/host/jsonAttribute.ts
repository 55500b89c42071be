/** Finds a value of the wrong shape in the JSON of an attribute: an option that is not the list or object that it should be, or JSON that is not an object. `null` is allowed. */
const wrongShape = /("(products|methods|providers)"\s*:\s*[^[n\s]|("\w+Options"\s*:|^)\s*[^{n\s]).*/

/** Parses the JSON of an attribute; an absent attribute gives an empty object. Throws the parser's error, or the text that has the wrong shape. */
export const parseJsonAttribute = (text: string | null | undefined) => {
  const wrong = wrongShape.exec((text ||= '{}'))
  if (wrong) throw wrong[0]
  return JSON.parse(text)
}
