/** Whether this page is on the visitor's own machine, where browsers accept `Secure` cookies only in part, and where no stranger writes into it. */
export const isLoopback = (): boolean => /^(localhost|127\.[\d.]+|\[::1])$/.test(location.hostname)
