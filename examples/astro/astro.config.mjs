import { defineConfig, envField } from 'astro/config'

export default defineConfig({
  env: {
    schema: {
      // `latchkey dev` sets both. In production, set your project's public token when you build,
      // and leave the base URL out.
      STYTCH_PUBLIC_TOKEN: envField.string({ context: 'client', access: 'public' }),
      STYTCH_BASE_URL: envField.string({ context: 'client', access: 'public', optional: true }),
    },
  },
})
