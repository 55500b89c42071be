import { onScopeDispose, shallowRef } from 'vue'
import { client } from './client'

/** The user who is signed in, or null. */
export function useUser() {
  const user = shallowRef(client.user.getSync())
  onScopeDispose(
    client.user.onChange((changed) => {
      user.value = changed
    }),
  )
  return user
}
