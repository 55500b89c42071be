/** The pages of the namespaces of both clients. */
import { types, type Chapter } from './chapter.ts'

interface Namespace {
  name: string
  description: string
  /** The types of the namespace, if it has any by name, and the files that declare them. */
  interfaces?: [type: string, file: string][]
  /** The files that declare the types of its arguments and answers. */
  files: string[]
}

const users: Namespace[] = [
  {
    name: 'session',
    description: 'The session of the user who is signed in, and its tokens.',
    interfaces: [
      ['SessionNamespace', 'src/client/ConsumerClient.ts'],
      ['SessionCalls', 'src/client/session/remote.ts'],
    ],
    files: [],
  },
  {
    name: 'user',
    description: 'The user who is signed in: read, change, and delete parts of the account.',
    interfaces: [
      ['UserNamespace', 'src/client/ConsumerClient.ts'],
      ['UserCalls', 'src/client/namespaces/userCalls.ts'],
    ],
    files: ['src/client/namespaces/userCalls.ts', 'src/api/userChanges.ts', 'src/api/connectedApps.ts'],
  },
  {
    name: 'magicLinks',
    description: 'Log-in links by email.',
    interfaces: [['MagicLinkNamespace', 'src/client/namespaces/magicLinks.ts']],
    files: ['src/api/magicLinks.ts'],
  },
  {
    name: 'otps',
    description: 'One-time codes by SMS, WhatsApp and email.',
    interfaces: [['OtpNamespace', 'src/client/namespaces/otps.ts']],
    files: ['src/client/namespaces/otps.ts', 'src/api/otps.ts'],
  },
  {
    name: 'passwords',
    description: 'Accounts with passwords: create, sign in, reset, and rate a password.',
    interfaces: [['PasswordNamespace', 'src/client/namespaces/passwords.ts']],
    files: ['src/api/passwords.ts'],
  },
  {
    name: 'oauth',
    description: "Sign-ins with other providers, and Google's One Tap.",
    interfaces: [['OAuthNamespace', 'src/client/namespaces/oauth.ts']],
    files: ['src/client/namespaces/oauth.ts', 'src/client/url/redirectStart.ts', 'src/client/oneTap/oneTapPrompt.ts', 'src/api/oauth.ts'],
  },
  {
    name: 'webauthn',
    description: 'Passkeys and security keys.',
    interfaces: [['WebauthnNamespace', 'src/client/namespaces/webauthn.ts']],
    files: ['src/client/namespaces/webauthn.ts', 'src/client/passkeys/passkeySteps.ts'],
  },
  {
    name: 'cryptoWallets',
    description: 'Sign-ins with Ethereum and Solana wallets.',
    interfaces: [['CryptoWalletNamespace', 'src/client/namespaces/cryptoWallets.ts']],
    files: ['src/api/cryptoWallets.ts'],
  },
  {
    name: 'totps',
    description: 'Authenticator apps as a second factor, and their recovery codes.',
    interfaces: [['TotpNamespace', 'src/client/namespaces/totps.ts']],
    files: ['src/api/totps.ts'],
  },
  {
    name: 'impersonation',
    description: 'An administrator signs in as a user.',
    interfaces: [['ImpersonationNamespace', 'src/client/namespaces/impersonation.ts']],
    files: [],
  },
  {
    name: 'rbac',
    description: "What the visitor who is signed in may do, by the project's policy.",
    interfaces: [['RbacNamespace', 'src/client/namespaces/rbac.ts']],
    files: ['src/client/namespaces/rbac.ts'],
  },
  {
    name: 'idp',
    description: 'Your project as an identity provider for other apps, if you build the consent page yourself.',
    interfaces: [['IdpNamespace', 'src/client/namespaces/idp.ts']],
    files: ['src/client/url/idpParams.ts', 'src/api/idp.ts'],
  },
]

const members: Namespace[] = [
  {
    name: 'session',
    description: 'The session of the member who is signed in, and its tokens.',
    interfaces: [['MemberSessionNamespace', 'src/client/b2b/B2BHeadlessClient.ts']],
    files: ['src/api/b2b/sessions.ts'],
  },
  {
    name: 'self',
    description: 'The member who is signed in: read, change, and delete parts of the account.',
    interfaces: [['SelfNamespace', 'src/client/b2b/B2BHeadlessClient.ts']],
    files: ['src/api/b2b/signedInMember.ts'],
  },
  {
    name: 'organization',
    description: 'The organization of the member who is signed in, and its members.',
    interfaces: [['OrganizationNamespace', 'src/client/b2b/B2BHeadlessClient.ts']],
    files: ['src/api/b2b/organizations.ts'],
  },
  {
    name: 'discovery',
    description: 'The choice of an organization, for visitors who have proved an address.',
    files: ['src/api/b2b/discovery.ts'],
  },
  { name: 'magicLinks', description: 'Log-in links and invitations by email.', files: ['src/api/b2b/magicLinks.ts'] },
  { name: 'otps', description: 'Codes: by email as a first factor, by SMS as a second one.', files: ['src/api/b2b/otps.ts'] },
  { name: 'passwords', description: 'Passwords of members.', files: ['src/api/b2b/passwords.ts'] },
  {
    name: 'oauth',
    description: "Sign-ins of members with other providers, and Google's One Tap.",
    interfaces: [['B2bOAuthNamespace', 'src/client/b2b/B2BHeadlessClient.ts']],
    files: ['src/client/b2b/redirectStarts.ts', 'src/client/b2b/oneTap.ts', 'src/api/b2b/oauth.ts', 'src/api/b2b/oauthProviders.ts'],
  },
  {
    name: 'sso',
    description: 'Sign-ins by the identity provider of an organization, and its connections.',
    interfaces: [['SsoNamespace', 'src/client/b2b/B2BHeadlessClient.ts']],
    files: ['src/api/b2b/sso.ts'],
  },
  { name: 'totp', description: 'Authenticator apps as a second factor.', files: ['src/api/b2b/secondFactors.ts'] },
  { name: 'recoveryCodes', description: 'Recovery codes, for members who have lost their authenticator app.', files: [] },
  { name: 'scim', description: 'The connection of an organization to a directory (SCIM).', files: ['src/api/b2b/scim.ts'] },
  { name: 'impersonation', description: 'An administrator signs in as a member.', files: ['src/api/b2b/impersonation.ts'] },
  { name: 'rbac', description: "What the member who is signed in may do, by the project's policy.", files: [] },
  {
    name: 'idp',
    description: 'Your project of organizations as an identity provider for other apps, if you build the consent page yourself.',
    files: ['src/api/b2b/idp.ts'],
  },
]

/** Returns the path of a namespace's page: `crypto-wallets`. */
const folder = (name: string) => name.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase())

interface Client {
  /** Where its pages are. */
  path: string
  title: (namespace: string) => string
  type: [name: string, file: string]
}

const chapter =
  ({ path, title, type: [clientName, clientFile] }: Client) =>
  ({ name, description, interfaces = [], files }: Namespace): Chapter => ({
    path: `${path}/${folder(name)}/`,
    title: title(name),
    description,
    write: (writer) => {
      const { sources, checker, place, says, fieldsOf, methods } = writer
      const client = checker.getDeclaredTypeOfSymbol(sources.symbolOf(clientFile, clientName))
      const field = fieldsOf(client).find((one) => one.name === name)
      if (!field) throw new Error(`${clientName} has no ${name}`)
      const symbols = interfaces.map(([typeName, file]) => sources.symbolOf(file, typeName))
      for (const symbol of symbols) place(symbol)
      return [
        'A method that fails rejects with [an error](/reference/errors/) whose `code` says why.',
        ...symbols.map((symbol) => `\`${symbol.name}\` is the type of ${says(symbol).text[0]!.toLowerCase()}${says(symbol).text.slice(1)}`),
        '## Methods',
        ...methods(field.type, `client.${name}.`),
        ...types(writer, ...files),
      ]
    },
  })

export const userNamespaces = users.map(
  chapter({ path: 'client', title: (name) => `client.${name}`, type: ['ConsumerClient', 'src/client/ConsumerClient.ts'] }),
)
export const memberNamespaces = members.map(
  chapter({
    path: 'b2b',
    title: (name) => `B2B client.${name}`,
    type: ['B2BHeadlessClient', 'src/client/b2b/B2BHeadlessClient.ts'],
  }),
)
