module.exports = {
  testEnvironment: 'jsdom',
  moduleNameMapper: { '^@stytch/vanilla-js/headless$': '<rootDir>/tests/headless.js' },
}
