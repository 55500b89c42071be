const { Products, OneTapPositions, StytchEventType } = require('@stytch/vanilla-js')
const { client } = require('./client')

/** @type {import('@stytch/vanilla-js').StyleConfig} */
const styles = { container: { width: '100%' }, colors: { primary: '#14532d' }, fontFamily: 'Georgia, serif' }

const options = () => ({
  loginRedirectURL: location.origin + '/welcome.html',
  resetPasswordRedirectURL: location.origin + '/reset.html',
})

exports.showLogin = (elementId) =>
  client.mountLogin({
    elementId,
    config: {
      products: [Products.oauth, Products.passwords],
      oauthOptions: {
        providers: [{ type: 'google', one_tap: false, position: OneTapPositions.floating }, { type: 'microsoft' }],
        loginRedirectURL: location.origin + '/welcome.html',
        signupRedirectURL: location.origin + '/welcome.html',
      },
      passwordOptions: options(),
    },
    styles,
    callbacks: {
      onEvent: ({ type }) => {
        if (type === StytchEventType.PasswordAuthenticate || type === StytchEventType.PasswordCreate) location.href = '/account.html'
      },
    },
  })

exports.showReset = (elementId) =>
  client.mountResetPassword({
    elementId,
    passwordResetToken: new URLSearchParams(location.search).get('token'),
    config: { products: [Products.passwords], passwordOptions: options() },
    styles,
    callbacks: {
      onEvent: ({ type }) => {
        if (type === StytchEventType.PasswordResetByEmail) location.href = '/account.html'
      },
    },
  })
