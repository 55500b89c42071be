import { create } from './app.mjs'

let handle
export default {
  fetch(request) {
    handle ??= create(new URL(request.url).origin)
    return handle(request)
  },
}
