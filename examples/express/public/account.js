import { LatchkeyClient } from '/embed/widget.js'

const button = document.querySelector('button')
const { publicToken, baseUrl } = button.dataset
const client = new LatchkeyClient(publicToken, { customBaseUrl: baseUrl })

button.addEventListener('click', async () => {
  await client.session.revoke()
  location.assign('/')
})
