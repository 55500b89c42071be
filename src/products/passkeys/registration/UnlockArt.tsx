/** A drawing of the ways to unlock a passkey: a face, a finger, the lock of the screen. */
export const UnlockArt = () => (
  <div className="lk-art">
    <svg className="lk-ways" viewBox="0 0 200 96" aria-hidden="true">
      <path d="M54 48h9m75 0h9" />
      <rect x="6" y="26" width="44" height="44" rx="12" />
      <rect x="150" y="26" width="44" height="44" rx="12" />
      <path d="M20 44v-2.5A1.5 1.5 0 0 1 21.5 40H24m8 0h2.5A1.5 1.5 0 0 1 36 41.5V44m0 8v2.5A1.5 1.5 0 0 1 34.5 56H32m-8 0h-2.5A1.5 1.5 0 0 1 20 54.5V52M25 45v1.5M31 45v1.5M25 51c1.8 1.5 4.2 1.5 6 0" />
      <path d="M166 47h12v9h-12zm2.5 0v-3.5a3.5 3.5 0 0 1 7 0V47M172 50.5v2" />
      <circle cx="100" cy="48" r="34" />
      <path
        className="lk-finger"
        transform="translate(78 26) scale(1.85)"
        d="M12 11v3a10 10 0 0 1-1.5 5.5M8 13v-1a4 4 0 0 1 8 0v2a16 16 0 0 1-1 6M4.5 14.5V12a7.5 7.5 0 0 1 12-6M19.5 10.5V14a18 18 0 0 1-.5 4M7.5 17.5 8 15.5"
      />
    </svg>
  </div>
)
