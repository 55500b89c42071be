// The clock of this server is six minutes ahead: the JWT of a session that has just begun has
// expired.
const now = Date.now
Date.now = () => now() + 6 * 60_000
