/** The browsers that the shipped code needs, and why. */

export interface Versions {
  chrome: string
  firefox: string
  safari: string
}

/** The first version that has every feature which decides. */
export const floor: Versions = { chrome: '123', firefox: '120', safari: '17.5' }

export interface Feature extends Versions {
  name: string
  /** What the widget uses it for. */
  purpose: string
  /** How the built files show that they use it. */
  sign: RegExp
  /**
   * What a browser without it lacks, if that is a detail. Without this, the feature decides about
   * the floor.
   */
  without?: string
}

/** Newest first. */
export const features: readonly Feature[] = [
  {
    name: '`light-dark()`',
    purpose: 'every color, in light and dark',
    chrome: '123',
    firefox: '120',
    safari: '17.5',
    sign: /light-dark\(/,
  },
  { name: 'nested rules', purpose: 'every style sheet', chrome: '120', firefox: '117', safari: '17.2', sign: /&:focus/ },
  {
    name: '`modulepreload`',
    purpose: 'the script tag loads every file with it',
    chrome: '66',
    firefox: '115',
    safari: '17',
    sign: /modulepreload/,
  },
  {
    name: 'constructed style sheets',
    purpose: 'styles that a strict policy allows',
    chrome: '73',
    firefox: '101',
    safari: '16.4',
    sign: /adoptedStyleSheets/,
  },
  { name: '`color-mix()`', purpose: 'borders and the focus ring', chrome: '111', firefox: '113', safari: '16.2', sign: /color-mix\(/ },
  { name: 'cascade layers', purpose: 'your rules win over the widget’s', chrome: '99', firefox: '97', safari: '15.4', sign: /@layer/ },
  { name: '`Object.hasOwn`', purpose: 'checks of answers', chrome: '93', firefox: '92', safari: '15.4', sign: /Object\.hasOwn/ },
  {
    name: '`:has()`',
    purpose: 'the border of a field that is wrong, spacing',
    chrome: '105',
    firefox: '121',
    safari: '15.4',
    sign: /:has\(/,
    without: 'Some borders and distances are simpler.',
  },
  {
    name: '`text-wrap: balance`',
    purpose: 'titles on two lines',
    chrome: '114',
    firefox: '121',
    safari: '17.5',
    sign: /text-wrap:balance/,
    without: 'The lines of a title differ in length.',
  },
]
