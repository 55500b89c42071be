/** Messages of the forms that send a code. */
export const words = {
  'button.sms': 'Continue with text message',
  'button.whatsapp': 'Continue with WhatsApp',
} as const
