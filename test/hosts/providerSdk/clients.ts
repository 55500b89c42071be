/** The clients of the provider's SDK, by the module beside this one that loads them into a page. */
export const clientModules = {
  'vanilla-js 5': 'user5.ts',
  'vanilla-js 6': 'user6.ts',
  'vanilla-js 5 headless': 'userHeadless5.ts',
  'vanilla-js 6 headless': 'userHeadless6.ts',
  'react 20': 'userReact20.tsx',
  'vanilla-js 5 b2b': 'member5.ts',
  'vanilla-js 6 b2b': 'member6.ts',
  'vanilla-js 5 b2b headless': 'memberHeadless5.ts',
  'vanilla-js 6 b2b headless': 'memberHeadless6.ts',
  'vanilla-js 6 b2b portal': 'portal6.ts',
  'react 20 b2b portal': 'portalReact20.tsx',
}

export type ClientName = keyof typeof clientModules
