/** What a flow needs of a browser, whichever protocol drives it. */

/** Something that a visitor sees: its role and its name. */
export type Part = readonly [role: 'button' | 'field' | 'heading' | 'link' | 'text', name: string]

/** A page in a profile of its own. */
export interface EnginePage {
  open(url: string): Promise<void>
  /**
   * Runs a function in the page, whatever the page's policy forbids. It uses nothing outside of
   * itself. Argument and result are JSON.
   */
  run<Result, Given>(script: (given: Given) => Result | Promise<Result>, ...given: unknown extends Given ? [] : [Given]): Promise<Result>
  /** Whether the page shows the part. */
  shows(part: Part): Promise<boolean>
  /** Clicks the part like a mouse. Throws if the page does not show it. */
  click(part: Part): Promise<void>
  /** Types into what has the focus, key by key. `\n` is Enter. */
  type(text: string): Promise<void>
  /** A picture of the page, as PNG. */
  picture(): Promise<Buffer>
  /**
   * What the browser itself reported of the page: errors on the console and uncaught errors. Empty
   * where the protocol does not report them.
   */
  complaints: string[]
  close(): Promise<void>
}

export interface Engine {
  /** As in `Firefox 153.7.0`. */
  version: string
  visit(): Promise<EnginePage>
  close(): Promise<void>
}

/** Why an engine cannot run here, and the command that installs it. */
export interface Missing {
  missing: string
}

export type OpenEngine = () => Promise<Engine | Missing>
