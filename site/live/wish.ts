/** What a page of the playground asks its worker for. */
export type Wish = 'control me' | 'keep the files'
