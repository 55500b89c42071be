/** A test imports this module if it uses the documentation site, dist/site/. */
export {}
