/**
 * Returns the link that opens a page of the web in the visitor's own browser, from the web view of
 * an Android app: https://developer.chrome.com/docs/android/intents. It names no browser, so
 * Android takes the default one.
 */
export const intentOf = (url: string): string => url.replace(/^(https?)(.*)$/, 'intent$2#Intent;scheme=$1;end')
