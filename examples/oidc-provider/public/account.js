import { LatchkeyClient } from '/embed/widget.js'

const client = new LatchkeyClient({ backend: '/auth' })
client.mountAccount({ elementId: '#account', sections: ['connectedApps'] })

document.querySelector('button').addEventListener('click', async () => {
  await client.session.revoke()
  location.assign('/')
})
