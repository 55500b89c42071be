import { page } from './page.ts'

interface ScriptPolicy {
  createScriptURL(url: string): string
}

/**
 * Loads a third party's script, once a page; a load that failed may be tried again. Rejects where it cannot be loaded. Under Trusted Types it is the policy
 * `latchkey` that lets it through: addresses are the provider's own or the host's options, never a server's. `nonce` is the policy's. Whoever serves it is told the
 * page's origin, and not its address, which may hold a token (Referrer Policy, section 3.5).
 */
export function loadScript(url: string, nonce = ''): Promise<void> {
  const scripts = (page().scripts ??= new Map<string, Promise<void>>())
  const before = scripts.get(url)
  if (before) return before
  const loading = new Promise<void>((resolve, reject) => {
    const { trustedTypes } = window as { trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } }
    const shared = page()
    shared.policy ??= trustedTypes?.createPolicy('latchkey', { createScriptURL: (text) => text })
    const script = document.createElement('script')
    script.async = true
    script.nonce = nonce
    script.referrerPolicy = 'strict-origin'
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error(`Could not load ${url}`))
    }
    script.src = shared.policy ? shared.policy.createScriptURL(url) : url
    document.head.append(script)
  })
  scripts.set(url, loading)
  loading.catch(() => scripts.delete(url))
  return loading
}
