import { linkOptions } from '../../products/emailMagicLinks/linkOptions.ts'
import type { LoginConfig } from '../../ui/host/config.ts'
import { optionsOf } from '../../ui/host/productOptions.ts'
import { expirationOf } from '../../ui/fields/codeExpiration.ts'
import { plan } from '../../widget/methods/plan.ts'

/**
 * Returns the call of the form that a config shows first, as form.ts takes it: the path, the body
 * without the address, and whether it may need a proof key. Undefined if the form does not ask for
 * an email address.
 */
export function formCall(config: LoginConfig = {}): [path: string, body: object, isLink: number] | undefined {
  const layout = plan(config, { passkeys: true })
  const forms = 'blocks' in layout && layout.blocks.find((block) => block.kind === 'forms')
  const method = forms ? forms.methods[0] : undefined
  if (method?.tab !== 'tab.email') return
  if (method.product === 'passwords') return ['users/search', {}, 0]
  if (method.product === 'emailMagicLinks') return ['magic_links/email/login_or_create', linkOptions(config), 1]
  // as products/otp/sendCode.ts
  const { loginTemplateId, signupTemplateId, locale } = optionsOf(config, 'otpOptions')
  const body = {
    expiration_minutes: expirationOf(config),
    login_template_id: loginTemplateId,
    signup_template_id: signupTemplateId,
    locale,
  }
  return ['otps/email/login_or_create', body, 0]
}
