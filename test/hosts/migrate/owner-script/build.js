// Bundles the client into a script for pages that have no other build.
require('esbuild').buildSync({
  entryPoints: ['auth/index.js'],
  outfile: 'public/auth.bundle.js',
  bundle: true,
  minify: true,
  format: 'iife',
  globalName: 'Auth',
  target: 'es2020',
  define: { 'process.env.NODE_ENV': '"production"' },
})
