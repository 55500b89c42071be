/** A host's page, the same for everybody: the log-in form's place, and below it what pages have below, so that what moves while the form comes is seen. */
const below = `<footer><h2>About us</h2><p>We have made good things for many years, and have sent them wherever you are.</p>
<p><a href="#terms">Terms</a> <a href="#privacy">Privacy</a> <a href="#help">Help</a></p></footer>`

/** `login`: what stands where the form is to be; `scripts`: behind all of it. HTML. */
export const hostPage = ({ head = '', login = '<div id="login"></div>', scripts = '', language = 'en' }) =>
  `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Log in</title>
<link rel="icon" href="data:,">${head}<main>${login}</main>${below}${scripts}</html>`

/** Runs what bundle.mjs has made of a contestant's `source`. */
export const bundled = '<script type="module" src="index.js"></script>'
