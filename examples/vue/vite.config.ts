import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('latchkey-') } } })],
  // the variables that `latchkey dev` sets and your page may know; STYTCH_SECRET is not for pages
  envPrefix: ['VITE_', 'STYTCH_PUBLIC_TOKEN', 'STYTCH_BASE_URL'],
})
