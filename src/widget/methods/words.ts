/** Messages of a log-in screen with several methods. */
export const words = {
  'tab.email': 'Email',
  'tab.text': 'Text',
  'tab.whatsapp': 'WhatsApp',
  'tabs.ariaLabel': 'Ways to log in',
  'methodDivider.text': 'or',
  'method.last': 'Last used',
} as const
