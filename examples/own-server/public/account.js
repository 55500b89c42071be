import { client } from './logOut.js'

client.mountAccount({ elementId: '#account', sections: ['passkeys', 'providers', 'connectedApps'] })
