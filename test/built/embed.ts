/**
 * A test imports this module if it uses the widget and its loader, dist/embed/.
 * test/harness/site.ts does, for all tests with pages of a host.
 */
export {}
