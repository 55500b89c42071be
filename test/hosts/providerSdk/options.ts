/**
 * The arguments of every client of the SDK. `endpoints` is in none of its public types, but only
 * there can a URL have a port: version 6 reduces `customBaseUrl` to a hostname.
 */
export const optionsFor = (api: string): [publicToken: string, options: any] => [
  'public-token-test-11111111-1111-4111-8111-111111111111',
  {
    endpoints: {
      liveAPIURL: api,
      testAPIURL: api,
      dfpBackendURL: api,
      googleURL: `${api}/gsi/client`,
      recaptchaURL: `${api}/recaptcha/enterprise.js`,
      clientsideServicesIframeURL: `${api}/clientside-services/index.html`,
    },
  },
]
