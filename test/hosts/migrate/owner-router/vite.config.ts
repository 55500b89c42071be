import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  optimizeDeps: { include: ['@stytch/react', '@stytch/react/ui', '@stytch/vanilla-js'] },
  build: {
    rollupOptions: {
      output: {
        // it changes less often than the rest
        manualChunks: { react: ['react', 'react-dom', 'react-router-dom'], auth: ['@stytch/react', '@stytch/vanilla-js'] },
      },
    },
  },
  test: { environment: 'happy-dom', include: ['src/**/*.spec.tsx'] },
})
