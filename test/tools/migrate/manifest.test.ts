/** The rules of `latchkey migrate` for package.json, as a table. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withEdits } from '../../../src/tools/migrate/edits.ts'
import { migrateManifest } from '../../../src/tools/migrate/manifest.ts'

const test = suite('migrate: package.json')

const rows: [name: string, before: string, after: string, needed?: string[]][] = [
  [
    'one package',
    '{\n  "dependencies": {\n    "@stytch/react": "^20.0.0",\n    "react": "19"\n  }\n}\n',
    '{\n  "dependencies": {\n    "latchkey": "^1.2.3",\n    "react": "19"\n  }\n}\n',
  ],
  ['the last one', '{"dependencies":{"react":"19","@stytch/react":"20"}}', '{"dependencies":{"react":"19","latchkey": "^1.2.3"}}'],
  [
    'two packages',
    '{"dependencies": {"@stytch/react": "19", "@stytch/vanilla-js": "5", "a": "1"}}',
    '{"dependencies": {"latchkey": "^1.2.3", "a": "1"}}',
  ],
  [
    'two packages at the end',
    '{"dependencies": {"a": "1", "@stytch/react": "19", "@stytch/vanilla-js": "5"}}',
    '{"dependencies": {"a": "1", "latchkey": "^1.2.3"}}',
  ],
  [
    'two sections',
    '{"devDependencies": {"@stytch/core": "2"}, "dependencies": {"@stytch/react": "19"}}',
    '{"devDependencies": {}, "dependencies": {"latchkey": "^1.2.3"}}',
  ],
  [
    'what a library asks for, and what it has for its own tests',
    '{"peerDependencies": {"@stytch/react": ">=19"}, "devDependencies": {"a": "1", "@stytch/react": "catalog:"}}',
    '{"peerDependencies": {"latchkey": "^1.2.3"}, "devDependencies": {"a": "1", "latchkey": "^1.2.3"}}',
  ],
  [
    'a package that is still needed',
    '{"dependencies": {"@stytch/react": "19"}}',
    '{"dependencies": {"latchkey": "^1.2.3","@stytch/react": "19"}}',
    ['@stytch/react'],
  ],
  [
    'one of two that is still needed',
    '{"dependencies": {"@stytch/react": "19", "@stytch/vanilla-js": "5"}}',
    '{"dependencies": {"@stytch/react": "19", "latchkey": "^1.2.3"}}',
    ['@stytch/react'],
  ],
  [
    'an application that has Latchkey',
    '{"dependencies": {"@stytch/react": "19", "@stytch/vanilla-js": "5", "latchkey": "1"}}',
    '{"dependencies": { "latchkey": "1"}}',
  ],
  [
    'the SDK for servers stays',
    '{"dependencies": {"@stytch/react": "19", "stytch": "12"}}',
    '{"dependencies": {"latchkey": "^1.2.3", "stytch": "12"}}',
  ],
]

for (const [name, before, after, neededPackages = []] of rows) {
  test(name, () => {
    const findings = migrateManifest(before, { range: '^1.2.3', neededPackages })!
    assert.is(withEdits(before, findings.edits), after)
    assert.equal(findings.leftovers, [])
    JSON.parse(after)
    const again = migrateManifest(after, { range: '^1.2.3', neededPackages })!
    assert.is(withEdits(after, again.edits), after, 'the second run changes nothing')
  })
}

test('without a change it only says what names the packages elsewhere', () => {
  const text = '{\n"dependencies": {"@stytch/react": "19"},\n"jest": {"transformIgnorePatterns": ["(?!@stytch/react)"]}}'
  const { edits, leftovers } = migrateManifest(text)!
  assert.equal([edits, leftovers.map(({ at, what }) => [at, what])], [[], [[text.lastIndexOf('@stytch'), '@stytch/react']]])
})

test('an application with Jest is told what Jest needs, once', () => {
  for (const [name, times] of [
    ['jest', 1],
    ['react-scripts', 1],
    ['jest-dom', 0],
  ] as const) {
    const text = `{"dependencies": {"@stytch/react": "19"}, "devDependencies": {"${name}": "30"}}`
    const hintsFor = (range?: string) =>
      migrateManifest(text, range === undefined ? undefined : { range, neededPackages: [] })!.leftovers.filter(({ why }) =>
        /transformIgnorePatterns/.test(why),
      ).length
    assert.equal([hintsFor('^1.2.3'), hintsFor()], [times, 0], name)
  }
})

test('an application that lists no package of the provider is told what to install', () => {
  assert.match(
    migrateManifest('{"dependencies": {}}', { range: '^1.2.3', neededPackages: [] })!.leftovers[0]!.why,
    'npm install latchkey@^1.2.3',
  )
})

test('what is no JSON is left', () => {
  assert.is(migrateManifest('{,}', { range: '^1', neededPackages: [] }), undefined)
})

test.run()
