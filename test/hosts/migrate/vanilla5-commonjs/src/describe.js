/**
 * What the page says to a visitor.
 * @param {import('@stytch/vanilla-js').User} user
 */
exports.describe = (user) => `Hello ${user.emails[0]?.email}`
