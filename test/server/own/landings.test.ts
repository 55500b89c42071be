/** Links that sign in before the page, in front of a users table. On databases: test/hosts/. */
import { suite } from 'uvu'
import { landings } from '../bridge/landings.ts'
import { createSite } from './host.ts'

const test = suite('own server: landings')

landings(test, 'in memory', async () => createSite())

test.run()
