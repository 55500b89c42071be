/** The pattern of an email address (docs/decisions.md#the-email-pattern). */
const pattern = /^[a-zA-Z0-9!#$%&'*+/=?^_{|}~.`-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$/

export const isEmail = (text: string): boolean => pattern.test(text)
