const policy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline' https://js.stytch.com",
  "style-src 'self' 'unsafe-inline'",
  'img-src * data:',
  "connect-src 'self' https://test.stytch.com https://api.stytch.com",
  'frame-src https://js.stytch.com',
].join('; ')

export default {
  reactStrictMode: true,
  transpilePackages: ['@stytch/nextjs', '@stytch/vanilla-js'],
  headers: () => [{ source: '/:path*', headers: [{ key: 'Content-Security-Policy', value: policy }] }],
}
