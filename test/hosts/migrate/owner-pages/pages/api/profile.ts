import type { NextApiRequest, NextApiResponse } from 'next'
import { guestOf } from '~/lib/guest'
import { loadStytch } from '~/lib/loadStytch'

export default async function handler(request: NextApiRequest, response: NextApiResponse) {
  const user = await guestOf(request)
  if (!user) return response.status(401).json({ error: 'Log in first' })
  if (request.method !== 'PATCH') return response.status(405).end()
  await loadStytch().users.update({ user_id: user.user_id, name: { first_name: String(request.body.first_name) } })
  return response.status(200).json({})
}
