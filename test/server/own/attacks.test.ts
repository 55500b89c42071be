/** What a stranger tries against a server in front of a users table. On databases: test/hosts/. */
import { suite } from 'uvu'
import { attacks } from './attacks.ts'

const test = suite('own server, attacked')

attacks(test, 'in memory')

test.run()
