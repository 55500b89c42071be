/** Returns whether the page's URL has an app's request that the host's server has signed. */
export const sentByApp = (): boolean => /[?&]sig=/.test(location.search) && /[?&]client_id=/.test(location.search)
