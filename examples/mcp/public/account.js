import { client, logIn, main } from './logIn.js'

/** Here the visitor sees which apps they have let in, and revokes them. */
const showAccount = () => client.mountAccount({ elementId: main, sections: ['connectedApps', 'emails'] })

if (client.session.getSync()) showAccount()
else logIn(showAccount)
