/** Messages of the phone field. The provider's own field has labels that cannot be overridden; these ids are ours. */
export const words = {
  'formField.phone.label': 'Phone number',
  'formField.country.ariaLabel': 'Country',
}
