// Runs before the first paint, so that a page never flashes in the other colors.
try {
  const scheme = localStorage.getItem('scheme')
  if (scheme) document.documentElement.dataset.scheme = scheme
} catch {
  // Without storage, the system decides.
}
