import { LatchkeyClient } from '/embed/widget.js'

/** The client of the page, whose button in the header logs out. */
export const client = new LatchkeyClient({ backend: '/auth' })

document.querySelector('header button').addEventListener('click', async () => {
  await client.session.revoke()
  location.assign('/')
})
