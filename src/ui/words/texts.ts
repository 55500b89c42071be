/** Texts by message id. Their prototype, if any, is other texts, which they override. */
export interface Texts {
  /** Their language, as a BCP 47 tag. */
  lang?: string
  /** The direction in which that language is written. */
  dir?: 'ltr' | 'rtl'
  /** Set once the widget has waited for the texts of later screens, whether they loaded or not. */
  waited?: string
  [id: string]: string | undefined
}
