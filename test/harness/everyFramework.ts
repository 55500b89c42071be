/**
 * In `npm run test:all`, a test file that imports this module runs on both frameworks that the
 * screens run on: our subset of Preact, and the host's React. Other files run once, on our subset,
 * and so do these in `npm test`, where real React runs in Chromium.
 *
 * Import it where frameworks can differ: refs and focus, effects and their order, StrictMode,
 * batching, timers of a component, events and the fields that it controls, mounting and unmounting.
 * What is sent, which text shows and what a pure rule decides is the same code on each.
 */
export {}
