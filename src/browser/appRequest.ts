/** Whether an app sends the visitor, by a request that the host's server has signed. */
export const sentByApp = (): boolean => /[?&]sig=/.test(location.search)
