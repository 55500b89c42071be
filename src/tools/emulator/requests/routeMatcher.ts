/**
 * Returns a function that tells whether a route names a request, by its method and the path of its
 * URL. A route is a method and a path below `/sdk/v1`, or another whole path:
 * `POST /otps/authenticate`. `:name` matches one segment, and `*` matches anything.
 */
export const routeMatcher = (route: string) => {
  const pattern = route
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/:\w+/g, '[^/]+')
  const fits = new RegExp(`^${pattern}$`)
  return (method: string, path: string) => fits.test(`${method} ${path.replace(/^\/sdk\/v1(?=\/)/, '')}`)
}
