// Runs before the first paint, so that a page never flashes in the other colors.
try {
  const chosen = localStorage.getItem('scheme')
  if (chosen) document.documentElement.dataset.scheme = chosen
} catch {
  // Without storage, the system decides.
}
