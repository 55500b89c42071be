/**
 * Messages of the phone field. The labels of the provider's field cannot be overridden, so these
 * ids are ours.
 */
export const words = {
  'formField.phone.label': 'Phone number',
  'formField.country.ariaLabel': 'Country',
} as const
