/** What counts as an e-mail address (row 26). */
const pattern = /^[a-zA-Z0-9!#$%&'*+/=?^_{|}~.`-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$/

export const isEmail = (text: string): boolean => pattern.test(text)
