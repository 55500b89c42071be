/**
 * A test file imports this module if frameworks can differ in what it tests: refs, focus, effects and their order, StrictMode, hydration, events. It then
 * runs on React too, and in `npm run test:all` on `preact/compat` (test/runner/plan.ts).
 */
export {}
