/** The pages that a first call is for. */
export type FirstCallPage = 'login' | 'consent'

/**
 * The text of page.ts for each page, by who answers its calls. The build computes it
 * (build/pageScript.ts).
 */
export const texts: Record<'provider' | 'backend', Record<FirstCallPage, string>> = {
  provider: { login: '', consent: '' },
  backend: { login: '', consent: '' },
}

/** The text of files.ts. */
export const filesText: string = ''

/** The text of form.ts. */
export const formText: string = ''
