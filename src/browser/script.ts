import { text } from '../api/kinds.ts'
import { pageState } from './pageState.ts'
import { safeDocument } from './safeDocument.ts'

interface ScriptPolicy {
  createScriptURL(url: string): string
}

/**
 * Loads a third-party script, once per page. Rejects if it cannot be loaded; a later call tries
 * again. Under Trusted Types it uses the policy `latchkey`: the URL is the provider's own or one of
 * the host's options, never one from a server's answer. `nonce` is that of the Content Security
 * Policy. The referrer is only the page's origin, because the URL may contain a token (Referrer
 * Policy, section 3.5).
 */
export function loadScript(url: string, nonce?: unknown): Promise<void> {
  const scripts = (pageState().scripts ??= new Map<string, Promise<void>>())
  const before = scripts.get(url)
  if (before) return before
  const loading = new Promise<void>((resolve, reject) => {
    const { trustedTypes } = window as { trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } }
    const page = pageState()
    // not an element with that id
    if (typeof trustedTypes?.createPolicy === 'function')
      page.policy ??= trustedTypes.createPolicy('latchkey', { createScriptURL: (url) => url })
    const script = safeDocument.createElement('script')
    script.async = true
    script.nonce = text(nonce) ?? ''
    script.referrerPolicy = 'strict-origin'
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      // only the host: an error may be logged, and a URL has keys in it
      reject(new Error(`Could not load a script of ${new URL(script.src).host}`))
    }
    script.src = page.policy ? page.policy.createScriptURL(url) : url
    safeDocument.head.append(script)
  })
  scripts.set(url, loading)
  loading.catch(() => scripts.delete(url))
  return loading
}
