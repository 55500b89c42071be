import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [svelte()],
  // the variables that `latchkey dev` sets and your page may know; STYTCH_SECRET is not for pages
  envPrefix: ['VITE_', 'STYTCH_PUBLIC_TOKEN', 'STYTCH_BASE_URL'],
})
