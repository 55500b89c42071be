import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { leaksIn } from './leaks.ts'

const TOKEN = 'WJtR5BCy38Szd5AfoDpf0iqFKEt4EE5JhjlWUY7l3FtY'

const cases: [secret: string, text: string, leaks: boolean][] = [
  ['339499', 'Your code is 339499.', true],
  ['339499', '{"code":"339499"}', true],
  ['339499', '/otps/authenticate?code=339499&x=1', true],
  ['339499', '{"at":1764196339499}', false],
  ['339499', 'session-339499ab-0001', false],
  ['wrong horse', 'a wrong horsefly', true],
  [TOKEN, `https://host.example/?token=${TOKEN}`, true],
  [TOKEN, `x${TOKEN}x`, true],
  [TOKEN, TOKEN.slice(1), false],
]

for (const [secret, text, leaks] of cases)
  test(`${secret} in ${text}: ${leaks}`, () => assert.equal(leaksIn(text, [secret]), leaks ? [secret] : []))

test.run()
