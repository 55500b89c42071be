import { supabaseServer } from 'latchkey/supabase'

const { SUPABASE_URL, SUPABASE_KEY, BASE_URL, PORT = '3000' } = process.env

if (!SUPABASE_URL || !SUPABASE_KEY) {
  console.error('Set SUPABASE_URL to the URL of your project, and SUPABASE_KEY to its publishable key.')
  process.exit(1)
}

export const baseURL = BASE_URL ?? `http://localhost:${PORT}`

export const { answer } = supabaseServer({
  url: SUPABASE_URL,
  key: SUPABASE_KEY,
  baseURL,
  // mails lead to the form, and nowhere else
  isPage: ({ pathname }) => pathname === '/',
})
