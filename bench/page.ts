/**
 * The host page of every contestant: a place for the log-in form, and a footer below it that moves
 * if the form grows while it loads.
 */
const below = `<footer><h2>About us</h2><p>We have made good things for many years, and have sent them wherever you are.</p>
<p><a href="#terms">Terms</a> <a href="#privacy">Privacy</a> <a href="#help">Help</a></p></footer>`

/** Parts of the page, as HTML. */
interface PageParts {
  head?: string
  /** The place of the form. Default: `<div id="login">`. */
  login?: string
  /** At the end of the page. */
  scripts?: string
  /** The `lang` of the page. Default: `en`. */
  language?: string
}

/** Returns the HTML of the page. */
export const hostPage = ({ head = '', login = '<div id="login"></div>', scripts = '', language = 'en' }: PageParts) =>
  `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Log in</title>
<link rel="icon" href="data:,">${head}<main>${login}</main>${below}${scripts}</html>`

/** Runs the bundle that bundle.ts makes from a contestant's `source`. */
export const bundleTag = '<script type="module" src="index.js"></script>'
